/**
 * Puts a text into the clipboard; false where the browser allows neither of the two ways, and the shopper has to do it.
 * The second way works without permission and in pages without TLS.
 */
export async function copyText(text: string, root: HTMLElement | DocumentFragment): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, root);
  }
}

function copyBySelection(text: string, root: HTMLElement | DocumentFragment): boolean {
  const area = document.createElement('textarea');
  const focused = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  area.value = text;
  area.readOnly = true;
  area.className = 'hidden';
  root.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
