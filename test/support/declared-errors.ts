import { errorsOf } from '../../server/api/errors.ts';
import { API_ROUTES } from '../../server/api/routes.ts';

/**
 * Fails a test whose call of the merchant API is answered with an error code that its route does not declare.
 * @throws Error naming the route and the code
 */
export async function refuseUndeclaredError(method: string, path: string, response: Response): Promise<void> {
  if (response.status < 400) return;
  const [address = ''] = path.split('?');
  const entry = API_ROUTES.filter((route) => route.method === method)
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
    .find((route) => new RegExp(`^/v1${route.path.replace(/:\w+/g, '[^/]+')}$`).test(address));
  if (entry === undefined) return;
  const { code } = (await response.json()) as { code: string };
  if ((errorsOf(entry) as string[]).includes(code)) return;
  throw new Error(`${entry.name} answers ${code}, which its route does not declare`);
}
