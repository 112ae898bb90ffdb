/** Types texts and presses keys into the focused element, as a keyboard does. */
export async function sendKeys(
  keys: readonly string[],
  element: HTMLElement & { updateComplete: Promise<boolean> },
): Promise<void> {
  for (const key of keys) {
    const active = element.shadowRoot!.activeElement as HTMLInputElement;
    if (key === 'Tab') {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      if (active.dispatchEvent(press)) focusNext(element, active);
    } else if (key === 'Enter') active.form!.requestSubmit();
    else for (const letter of key) typeLetter(active, letter);
    await element.updateComplete;
  }
}

function typeLetter(input: HTMLInputElement, letter: string): void {
  const at = input.selectionStart ?? input.value.length;
  input.setRangeText(letter, at, input.selectionEnd ?? at, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
}

/** Focus order is the order of the document: the element sets no tabindex above 0. */
function focusNext(element: HTMLElement, active: HTMLElement): void {
  const stops = [...element.shadowRoot!.querySelectorAll<HTMLElement>('input, select, button, a[href]')];
  stops[stops.indexOf(active) + 1]!.focus();
}
