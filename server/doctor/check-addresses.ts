import { isLoopback, isPublicHost } from '../network/index.ts';
import type { ParsedOptions } from '../settings/index.ts';
import { failed, type Finding, ok, skipped, warning } from './finding.ts';
import { type ProbeResult, probeUrl } from './probe-url.ts';

export function checkPublicAddress({ publicUrl, accounts }: Pick<ParsedOptions, 'publicUrl' | 'accounts'>): Finding {
  const isOpen = isPublicHost(new URL(publicUrl).hostname);
  const isHere = accounts.every(({ gateway }) => isLoopback(new URL(gateway.baseUrl).hostname));
  if (isOpen || isHere) return ok('public_address', publicUrl);
  return warning(
    'public_address',
    `${publicUrl} is no public address, and the gateway is not on this machine`,
    'Set TILLGATE_PUBLIC_URL to the https address that shoppers and the gateway reach.',
  );
}

/** Asks the companion for its health. Also returns its answer, for the clock. */
export async function checkCompanion(publicUrl: string): Promise<{ finding: Finding; visit: ProbeResult }> {
  const visit = await probeUrl(`${publicUrl}/healthz`);
  return { visit, finding: await readHealth(publicUrl, visit) };
}

async function readHealth(publicUrl: string, visit: ProbeResult): Promise<Finding> {
  if (visit.kind === 'unreachable') {
    const found = `no companion answers at ${publicUrl}: ${visit.reason}`;
    if (visit.code === 'ECONNREFUSED' && !isPublicHost(new URL(publicUrl).hostname)) {
      return skipped('companion', found, 'Start it with `npx tillgate serve`, and run this again.');
    }
    return failed('companion', found, 'Check the name, the certificate, the proxy, and that the companion runs.');
  }
  if (visit.status !== 200 || !/^\{"status":"ok"\}\s*$/.test(visit.text)) {
    return failed(
      'companion',
      `${publicUrl}/healthz answers ${String(visit.status)}, and not as a companion`,
      'Let the proxy pass every path to the companion. Below a path, TILLGATE_PUBLIC_URL ends with it.',
    );
  }
  const ready = await probeUrl(`${publicUrl}/readyz`);
  if (ready.kind === 'answered' && ready.status === 200) {
    return ok('companion', `a companion answers at ${publicUrl} and is ready`);
  }
  return failed(
    'companion',
    `the companion at ${publicUrl} runs and is not ready`,
    'Check its database: run this command where the companion runs, with its settings.',
  );
}

export function checkAllowedOrigins(allowedOrigins: readonly string[]): Finding {
  const insecure = allowedOrigins.filter((origin) => {
    const { protocol, hostname } = new URL(origin);
    return protocol === 'http:' && isPublicHost(hostname);
  });
  if (allowedOrigins.length === 0) {
    return warning(
      'allowed_origins',
      'no origin is allowed: the element works on no page, only the hosted page does',
      'Set TILLGATE_ALLOWED_ORIGINS to the origins of your pages, such as https://shop.example.',
    );
  }
  if (insecure.length > 0) {
    return failed(
      'allowed_origins',
      `without https: ${insecure.join(', ')}`,
      'Serve these pages over https, and change TILLGATE_ALLOWED_ORIGINS.',
    );
  }
  return ok('allowed_origins', allowedOrigins.join(', '));
}
