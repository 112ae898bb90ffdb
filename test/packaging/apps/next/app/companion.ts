/** A call of the companion's merchant API; the key stays on the server. */
export async function callCompanion<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${process.env.TILLGATE_URL}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${process.env.TILLGATE_API_KEY}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: 'no-store',
  });
  if (!response.ok) throw new Error(`the companion answered ${response.status}`);
  return (await response.json()) as T;
}
