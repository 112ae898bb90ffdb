import { type Finding, runDoctor } from '../doctor/index.ts';
import type { CliCommand } from './command.ts';

export const doctorCommand: CliCommand = {
  usage: `tillgate doctor [--page URL] [--webhook] [--json]

  Checks the settings of tillgate serve and what they name: addresses, database, gateway, credentials, clock, webhooks.
  --page checks a page with the element: origin, script tag, Content-Security-Policy, CORS.
  --webhook sends a signed event of type ping to the webhook endpoint, and one with a wrong signature.
  Prints no secret and moves no money. Ends with 1 if a check failed.`,
  options: { page: { type: 'string' }, webhook: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(values, print) {
    const findings = await runDoctor({
      environment: process.env,
      envFile: values['env-file'] as string | undefined,
      page: values['page'] as string | undefined,
      sendsWebhook: values['webhook'] === true,
    });
    if (values['json'] === true) print(JSON.stringify(findings, null, 2));
    else for (const finding of findings) for (const line of toLines(finding)) print(line);
    return findings.some(({ status }) => status === 'failed') ? 1 : 0;
  },
};

/** The longest word of a status, and the longest code. */
const STATUS_WIDTH = 7;
const CODE_WIDTH = 19;

function toLines({ code, status, found, advice }: Finding): string[] {
  const line = `${status.padEnd(STATUS_WIDTH)}  ${code.padEnd(CODE_WIDTH)}  ${found}`;
  return advice === undefined ? [line] : [line, `${' '.repeat(STATUS_WIDTH + CODE_WIDTH + 4)}${advice}`];
}
