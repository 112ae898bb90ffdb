/**
 * What each runtime does with `tillgate/client`. It uses nothing but the client and what every runtime has.
 * @param client the module
 * @param given `url` and `apiKey` of a companion, `slowUrl` of a server that never responds, a signed `webhook`
 */
export async function checkClient(client, { url, apiKey, slowUrl, webhook }) {
  const { createTillgateClient, isCheckoutError, isTillgateError, verifyWebhookAsync } = client;
  const tillgate = createTillgateClient({ url, apiKey });
  const failure = (call) =>
    call.then(
      () => 'it succeeded',
      (error) => {
        if (!isTillgateError(error) && !isCheckoutError(error)) return error.message;
        return isTillgateError(error) && error.isOutcomeUnknown ? `${error.code}, unknown` : error.code;
      },
    );
  const orderNo = `R-${crypto.randomUUID().slice(0, 8)}`;
  const order = {
    order_no: orderNo,
    currency: 'EUR',
    amount: '24.00',
    items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 2 }],
    return_url: 'https://shop.example/thank-you',
  };
  const first = await tillgate.sessions.create(order, { idempotencyKey: orderNo });
  const again = await tillgate.sessions.create(order, { idempotencyKey: orderNo });
  const other = await tillgate.sessions.create({ ...order, amount: '25.00' });
  const listed = [];
  for await (const session of tillgate.sessions.list({ order_no: orderNo, limit: 1 })) listed.push(session.id);
  const { refunds } = await tillgate.refunds.create({
    refunds: [{ payment_id: 'pay_none', refund_amount: '4.00', refund_reason: 'broken' }],
  });
  const unreachable = createTillgateClient({ url: 'http://127.0.0.1:9', apiKey, maxRetries: 1 });
  const slow = createTillgateClient({ url: slowUrl, apiKey, maxRetries: 0, timeout: 200 });
  const { body, headers, secret } = webhook;
  return {
    runtime: globalThis.navigator?.userAgent ?? '',
    session: first.status,
    isReplayed: again.id === first.id && again.token === first.token,
    isEachListed: listed.length === 2 && [first.id, other.id].every((id) => listed.includes(id)),
    refund: refunds[0].error.code,
    notFound: await failure(tillgate.payments.get('pay_none')),
    unauthenticated: await failure(createTillgateClient({ url, apiKey: 'wrong' }).payments.list()),
    unreachable: await failure(unreachable.payments.cancel('pay_none')),
    slow: await failure(slow.payments.cancel('pay_none')),
    aborted: await failure(tillgate.payments.get('pay_1', { signal: AbortSignal.abort(new Error('enough')) })),
    event: (await verifyWebhookAsync(body, new Headers(headers), secret)).type,
    forged: await failure(verifyWebhookAsync(`${body} `, headers, secret)),
  };
}
