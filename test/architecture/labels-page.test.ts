import { expect, test } from 'vitest';
import { en } from '../../widget/i18n/en.ts';
import { enMore } from '../../widget/i18n/locales/en-more.ts';

const rowsOf = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([key, text]) => `| \`${key}\` | ${text.replaceAll('|', '\\|')} |`)
    .join('\n');

test('the page of label keys lists every key of the element with its English text', async () => {
  const page = `# Label keys

Keys that \`labels\` takes, with their English texts ([Your own words](languages.md#your-own-words)). Made from the code by
\`test/architecture/labels-page.test.ts\`; to make it anew:
\`npx vitest run --config .config/vitest.config.mjs --project cross test/architecture -u\`.

## The card form

| Key | English |
| --- | --- |
${rowsOf(en)}

## Everything else

| Key | English |
| --- | --- |
${rowsOf(enMore)}
`;
  await expect(page).toMatchFileSnapshot('../../widget/docs/labels.md');
});
