/** The arrow keys move the focus from row to row. */
export function moveFocusBetweenRows(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>('.row-link')];
  const index = links.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || index < 0) return;
  event.preventDefault();
  links[index + step]?.focus();
}
