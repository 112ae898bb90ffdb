import type { PaymentResult } from '../../../shared/interface/payment-result.ts';

/** Writes the `respon` document (interface 2.3) by hand: the sandbox shares no XML code with the client. */
export function encodeResultXml(result: Readonly<Record<string, PaymentResult[keyof PaymentResult]>>): string {
  const lines = Object.entries(result).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [element(name, escape(value))];
    const reasons = value.map(
      (reason) => element('name', escape(reason.name)) + element('status', escape(reason.status)),
    );
    return [element(name, reasons.join(''))];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<respon>\n${lines.map((line) => `  ${line}\n`).join('')}</respon>\n`;
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}
