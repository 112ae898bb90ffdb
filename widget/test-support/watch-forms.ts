interface SentForm {
  url: string;
  method: string;
  target: string;
  fields: Record<string, string>;
}

/** Notes what forms would send instead of letting them leave the page. */
export function recordFormSubmits(): { sent: SentForm[]; stop: () => void } {
  const sent: SentForm[] = [];
  const original = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'submit')!;
  HTMLFormElement.prototype.submit = function (this: HTMLFormElement) {
    const fields = Object.fromEntries(
      [...this.elements].map((input) => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]),
    );
    sent.push({ url: this.action, method: this.method, target: this.target, fields });
  };
  return { sent, stop: () => Object.defineProperty(HTMLFormElement.prototype, 'submit', original) };
}
