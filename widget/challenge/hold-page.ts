let holders = 0;
let before = { overflow: '', gutter: '' };

/** Keeps the page behind a dialog from scrolling, and its width as it is; the result lets it go again. */
export function holdPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  holders += 1;
  if (holders === 1) {
    before = { overflow: style.overflow, gutter: style.scrollbarGutter };
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
  }
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    holders -= 1;
    if (holders > 0) return;
    style.overflow = before.overflow;
    style.scrollbarGutter = before.gutter;
  };
}
