import { randomBytes } from 'node:crypto';
import type { ParsedOptions } from '../settings/index.ts';
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import { signWebhook } from '../webhooks/sign.ts';
import { failed, type Finding, ok, skipped, warning } from './finding.ts';
import { type ProbeResult, probeUrl } from './probe-url.ts';

/** @param sends whether a signed test event is sent, and one with a wrong signature */
export async function checkWebhooks(
  webhooks: ParsedOptions['webhooks'],
  { sends, now }: { sends: boolean; now: () => number },
): Promise<Finding[]> {
  if (webhooks.length === 0) {
    return [
      warning(
        'webhooks',
        'no webhook address is set: your shop learns of late payments only when it asks',
        'Set TILLGATE_WEBHOOK_URL and TILLGATE_WEBHOOK_SECRET: server/docs/webhooks.md.',
      ),
    ];
  }
  const findings = await Promise.all(webhooks.map((endpoint) => checkOne(endpoint, { sends, now })));
  return findings.flat();
}

async function checkOne(
  { name, url, secrets, events, accounts }: WebhookEndpoint,
  { sends, now }: { sends: boolean; now: () => number },
): Promise<Finding[]> {
  const endpoint = checkEndpoint({ name, url }, await probeUrl(url, { method: 'HEAD' }));
  const kinds = events === undefined ? 'events' : events.join(', ');
  const origin = accounts === undefined ? '' : ` of ${accounts.join(', ')}`;
  const isReached = endpoint.status !== 'failed';
  return [
    ok('webhooks', `${kinds}${origin} go to ${withoutQuery(url)}, signed with ${String(secrets.length)} secret(s)`),
    endpoint,
    sends && isReached
      ? await sendTest(url, secrets, new Date(now()))
      : skipped(
          'webhook_test',
          sends ? 'the endpoint cannot be reached' : 'no event was sent',
          'Run with --webhook to send one.',
        ),
  ];
}

/** An address may carry a secret in its query. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*$/s, '');
}

/** Servers answer HEAD as they like: only their silence and their errors count. */
function checkEndpoint({ name, url }: Pick<WebhookEndpoint, 'name' | 'url'>, visit: ProbeResult): Finding {
  const place = withoutQuery(url);
  const setting = name === 'default' ? 'TILLGATE_WEBHOOK_URL' : `TILLGATE_WEBHOOKS.${name}.url`;
  if (visit.kind === 'unreachable') {
    return failed('webhook_endpoint', `${place}: ${visit.reason}`, `Start your shop, or correct ${setting}.`);
  }
  if (visit.status < 500) return ok('webhook_endpoint', `${place} answers`);
  return warning(
    'webhook_endpoint',
    `${place} answers ${String(visit.status)}`,
    'Look into the log of your shop. Run with --webhook to send it an event.',
  );
}

async function sendTest(url: string, secrets: readonly string[], at: Date): Promise<Finding> {
  const id = `evt_doctor_${randomBytes(8).toString('hex')}`;
  const body = JSON.stringify({ type: 'ping', timestamp: at.toISOString(), data: {} });
  const send = (used: readonly string[]): Promise<ProbeResult> =>
    probeUrl(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signWebhook(id, at, body, used) },
      body,
    });
  const taken = statusOf(await send(secrets));
  if (!isAccepted(taken)) {
    return failed(
      'webhook_test',
      `a signed event of type ping got ${taken}`,
      'Verify the raw body with the same secret, and return 2xx also for types that you do not know.',
    );
  }
  const forged = statusOf(await send([`whsec_${randomBytes(32).toString('base64')}`]));
  if (!isAccepted(forged)) return ok('webhook_test', `a signed event got ${taken}, a forged one ${forged}`);
  return failed(
    'webhook_test',
    `an event with a wrong signature got ${forged}`,
    'Verify each event before you use it: verifyWebhook of tillgate/webhooks throws for this one.',
  );
}

function isAccepted(status: string): boolean {
  return /^2\d\d$/.test(status);
}

function statusOf(visit: ProbeResult): string {
  return visit.kind === 'answered' ? String(visit.status) : visit.reason;
}
