import { WARNINGS, developerMessages } from '../developer-messages/messages.ts';

/** A message to the developer: its text and values. */
export interface DeveloperMessage {
  text: keyof typeof developerMessages;
  values?: Readonly<Record<string, string>>;
}

const PAGE = 'widget/docs/troubleshooting.md';
const written = new Set<string>();

/** Writes a message to the console, once for each text. Nothing of it is shown to the shopper. */
export function writeDeveloperMessage({ text, values = {} }: DeveloperMessage): void {
  const [section, sentence] = developerMessages[text];
  const message = sentence.replace(/\{(\w+)\}/g, (_placeholder, name: string) => values[name] ?? '');
  const line = `<tillgate-checkout> ${message} See ${PAGE}#${section} in the package.`;
  if (written.has(line)) return;
  written.add(line);
  // eslint-disable-next-line no-console -- the developer of the page is who this is for
  console[WARNINGS.has(text) ? 'warn' : 'error'](line);
}
