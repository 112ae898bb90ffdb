import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gateway that repeats card numbers and security codes in every response, in front of the sandbox. */
export interface LeakyGateway {
  url: string;
  /** Received requests, unchanged. */
  readonly requests: string[];
  /** The card data in each response. */
  leaked: { number: string; code: string };
  /** Replaces the next authorise response. */
  nextResponse: ((xml: string, number: string) => string) | undefined;
  close(): Promise<void>;
}

export async function startLeakyGateway(sandboxUrl: string, code: string): Promise<LeakyGateway> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      requests.push(`${request.url ?? ''} ${JSON.stringify(request.headers)} ${body}`);
      fetch(`${sandboxUrl}${request.url ?? ''}`, {
        method: 'POST',
        body,
        headers: { 'content-type': request.headers['content-type'] ?? '' },
        redirect: 'manual',
      }).then(
        async (answer) => {
          const said = leakInto(leaky, await answer.text(), body);
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(said);
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const leaky: LeakyGateway = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    leaked: { number: '4242424242424242', code },
    nextResponse: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return leaky;
}

function leakInto(leaky: LeakyGateway, text: string, body: string): string {
  const { code } = leaky.leaked;
  const number = /"card":"(\d{8,19})"/.exec(body)?.[1] ?? leaky.leaked.number;
  if (text.includes('<respon>')) {
    const change = leaky.nextResponse ?? leakIntoXml;
    leaky.nextResponse = undefined;
    return change(text, number).replaceAll('__CODE__', /"security_code":"(\d+)"/.exec(body)?.[1] ?? 'none');
  }
  try {
    return JSON.stringify(leakIntoJson(JSON.parse(text), number, code));
  } catch {
    return `${text} ${number} ${code}`;
  }
}

/** A card number plain, with spaces and with dashes. */
export const cardNumberSpellings = (number: string): string =>
  [number, number.replace(/(\d{4})(?=\d)/g, '$1 '), number.replace(/(\d{4})(?=\d)/g, '$1-')].join(', ');

function leakIntoXml(xml: string, number: string): string {
  // A digest covers result_info. Verification accepts a response without a digest.
  return xml
    .replace(/ *<encryption_data>.*<\/encryption_data>\n/, '')
    .replace(/<card>.*<\/card>/, `<card>${number}</card>`)
    .replace('</result_info>', ` of ${cardNumberSpellings(number)} with code __CODE__</result_info>`)
    .replace(
      '</respon>',
      `<note>card ${cardNumberSpellings(number)} code __CODE__</note><threeds_result>${number}</threeds_result>` +
        `<pan>${number}</pan><cvv>__CODE__</cvv></respon>`,
    );
}

const MESSAGES = /(message|reason|note)$/;

function leakIntoJson(value: unknown, number: string, code: string): unknown {
  if (Array.isArray(value)) return value.map((part) => leakIntoJson(part, number, code));
  if (typeof value !== 'object' || value === null) return value;
  const told = Object.entries(value).map(([name, part]): [string, unknown] => {
    if (name === 'cvv') return [name, code];
    if (MESSAGES.test(name) && typeof part === 'string') return [name, `${part} of ${cardNumberSpellings(number)}`];
    return [name, leakIntoJson(part, number, code)];
  });
  return {
    ...Object.fromEntries(told),
    card: number,
    cvv: code,
    pan: Number(number),
    remark: cardNumberSpellings(number),
  };
}
