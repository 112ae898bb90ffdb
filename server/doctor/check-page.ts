import { createHash } from 'node:crypto';
import { isLoopback } from '../network/index.ts';
import { checkContentPolicy, type ContentPolicyExpectations } from './check-content-policy.ts';
import { type CheckCode, failed, type Finding, ok, skipped, warning } from './finding.ts';
import { type ParsedShopPage, parseShopPage, type ScriptTag } from './parse-shop-page.ts';
import { probeUrl } from './probe-url.ts';

const PAGE_CODES: readonly CheckCode[] = ['page_origin', 'page_script', 'page_policy', 'page_cors'];

/** Checks a page of the shop as a browser meets it. */
export async function checkShopPage(address: string, expected: ContentPolicyExpectations): Promise<Finding[]> {
  const notChecked = PAGE_CODES.map((code) => skipped(code, 'the page was not read'));
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return [failed('page', '--page is no http or https address', 'Give the whole address of the page.'), ...notChecked];
  }
  const page = new URL(address);
  const place = `${page.origin}${page.pathname}`;
  const visit = await probeUrl(address, { headers: { accept: 'text/html' } });
  if (visit.kind === 'unreachable') {
    return [failed('page', `${place}: ${visit.reason}`, 'Start your shop, or correct the address.'), ...notChecked];
  }
  if (visit.status !== 200) {
    const advice =
      visit.status === 404
        ? 'Copy the address from the browser where the form should stand.'
        : 'Give the address of a page that needs no sign-in and no redirect.';
    return [failed('page', `${place} answers ${String(visit.status)}`, advice), ...notChecked];
  }
  const facts = parseShopPage(visit.text, page);
  const header = visit.headers.get('content-security-policy');
  return [
    checkSecurity(page, expected.publicUrl),
    checkOrigin(page, expected.allowedOrigins),
    await checkScript(facts, expected.publicUrl),
    checkContentPolicy([...(header === null ? [] : [header]), ...facts.policies], { ...expected, page, facts }),
    await checkCors(page, expected.publicUrl),
  ];
}

function checkSecurity(page: URL, publicUrl: string): Finding {
  const companion = new URL(publicUrl);
  const isLocal = isLoopback(page.hostname) || page.hostname.endsWith('.localhost');
  if (page.protocol === 'http:' && !isLocal) {
    return failed('page', `${page.origin} is not https`, 'Serve the page over https: a form for cards needs it.');
  }
  if (page.protocol === 'https:' && companion.protocol === 'http:' && !isLoopback(companion.hostname)) {
    const found = `the page is https, the companion ${companion.origin} is not`;
    return failed('page', found, 'Serve the companion over https: browsers block the calls.');
  }
  return ok('page', `${page.origin}${page.pathname} answers`);
}

function checkOrigin({ origin }: URL, allowed: readonly string[]): Finding {
  if (allowed.includes(origin)) return ok('page_origin', `${origin} is allowed`);
  return failed(
    'page_origin',
    `${origin} is not in TILLGATE_ALLOWED_ORIGINS`,
    'Add it, exactly so, and restart the companion.',
  );
}

async function checkScript({ script, hasElement }: ParsedShopPage, publicUrl: string): Promise<Finding> {
  if (script === undefined) {
    return hasElement
      ? ok('page_script', 'the page has the element, and its script is part of the shop’s own')
      : warning(
          'page_script',
          'the page has neither the element’s tag nor its script tag',
          'Expected of a page that a script builds. Otherwise add both: widget/docs/element.md.',
        );
  }
  const broken = describeTag(script);
  if (broken !== undefined) return failed('page_script', broken.found, broken.advice);
  const visit = await probeUrl(script.address.href);
  if (visit.kind === 'unreachable') {
    return failed('page_script', `${script.address.href}: ${visit.reason}`, 'Start the companion, or correct `src`.');
  }
  if (visit.status !== 200) {
    const found = `${script.address.href} answers ${String(visit.status)}`;
    return failed('page_script', found, `Take the script from ${publicUrl}/widget/tillgate.js.`);
  }
  const hash = `sha384-${createHash('sha384').update(visit.text).digest('base64')}`;
  if (script.integrity === undefined) {
    return warning('page_script', 'the script tag has no integrity', `Add integrity="${hash}" crossorigin.`);
  }
  if (!script.integrity.split(/\s+/).includes(hash)) {
    return failed(
      'page_script',
      'the integrity of the script tag is that of another version: browsers refuse the script',
      `Write integrity="${hash}", as in ${publicUrl}/widget/integrity.json.`,
    );
  }
  return ok('page_script', `${script.address.href} with its integrity`);
}

function describeTag(script: ScriptTag): { found: string; advice: string } | undefined {
  if (!script.isModule) return { found: 'the script tag has no type="module"', advice: 'Add type="module".' };
  if (script.address.search !== '') {
    return { found: 'the script’s address has a query', advice: 'Remove it: its lazy parts know the plain address.' };
  }
  return undefined;
}

async function checkCors(page: URL, publicUrl: string): Promise<Finding> {
  const visit = await probeUrl(`${publicUrl}/checkout/session`, {
    method: 'OPTIONS',
    headers: {
      origin: page.origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  if (visit.kind === 'unreachable') return skipped('page_cors', `no companion answers: ${visit.reason}`);
  const allowed = visit.headers.get('access-control-allow-origin');
  if (allowed === page.origin) return ok('page_cors', `the companion lets ${page.origin} in`);
  return failed(
    'page_cors',
    `the companion does not let ${page.origin} in`,
    'Restart the companion after a change of TILLGATE_ALLOWED_ORIGINS. A proxy must pass OPTIONS and its headers.',
  );
}
