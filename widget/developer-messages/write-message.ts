import { developerMessages } from '../developer-messages/messages.ts';

/** A message to the developer: its text and values, with the section of the troubleshooting page. */
export interface DeveloperMessage {
  text: keyof typeof developerMessages;
  values?: Readonly<Record<string, string>>;
  section: string;
  isWarning?: boolean;
}

const PAGE = 'widget/docs/troubleshooting.md';
const written = new Set<string>();

/** Writes a message to the console, once for each text. Nothing of it is shown to the shopper. */
export function writeDeveloperMessage({ text, values = {}, section, isWarning = false }: DeveloperMessage): void {
  const message = developerMessages[text].replace(/\{(\w+)\}/g, (_placeholder, name: string) => values[name] ?? '');
  const line = `<tillgate-checkout> ${message} See ${PAGE}#${section} in the package.`;
  if (written.has(line)) return;
  written.add(line);
  // eslint-disable-next-line no-console -- the developer of the page is who this is for
  console[isWarning ? 'warn' : 'error'](line);
}
