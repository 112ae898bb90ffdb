import { writeDeveloperMessage } from './write-message.ts';

/** Two colours that are closer in OKLab look alike: orange is 0.06 from red, pink 0.14. */
const LEAST_DISTANCE = 0.1;

/** Warns the developer of a page where the focused field looks like a wrong one. */
export function warnIfFocusResemblesError(root: ShadowRoot): void {
  const probe = root.appendChild(document.createElement('i'));
  const [focus, danger] = ['--_focus', '--_danger'].map((name) => labOf(probe, name));
  probe.remove();
  // A browser without color-mix() cannot tell.
  if (focus === undefined || danger === undefined) return;
  const distance = Math.hypot(...focus.map((value, axis) => value - (danger[axis] ?? 0)));
  if (distance < LEAST_DISTANCE) writeDeveloperMessage({ text: 'similar_colours' });
}

/** The lightness and both axes of a colour, in OKLab. */
function labOf(probe: HTMLElement, name: string): number[] | undefined {
  probe.style.color = `color-mix(in oklab, var(${name}), var(${name}))`;
  return /^oklab\(([^/)]+)/.exec(getComputedStyle(probe).color)?.[1]?.trim().split(' ').map(Number);
}
