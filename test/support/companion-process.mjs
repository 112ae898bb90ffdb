// A companion in a process of its own, which a test may kill at any moment. It loads everything first and opens its
// database only when it is told to, so that the next one can be warm while this one works.
import { createCheckoutServer, serve } from '../../dist/server/index.js';
import { openStore } from '../../dist/server/store/open-store.js';

process.on('message', (message) => {
  if (message.start) void start(message.start);
  else void companion.reconcile().then((done) => process.send({ drained: done }));
});
process.on('disconnect', () => process.exit(0));
process.send({ warm: true });

let companion;

async function start({ ahead, dieAt, ...options }) {
  const store = dyingStore(openStore(options), dieAt);
  companion = createCheckoutServer({ ...options, store, now: () => Date.now() + ahead });
  // A database that cannot be used is told by every answer.
  await companion.ready.catch(() => undefined);
  const { url } = await serve({ fetch: companion.fetch, port: 0 });
  process.send({ url: url.replace('localhost', '127.0.0.1') });
}

/** A store at one of whose calls the process ends at once: `method`, `before` or `after` its work, at call `count`. */
function dyingStore(inner, dieAt) {
  if (dieAt === undefined) return inner;
  let count = 0;
  const work = async (...given) => {
    count += 1;
    const isNow = count === dieAt.count;
    if (isNow && dieAt.when === 'before') process.kill(process.pid, 'SIGKILL');
    const result = await inner[dieAt.method](...given);
    if (isNow) process.kill(process.pid, 'SIGKILL');
    return result;
  };
  return { ...inner, [dieAt.method]: work };
}
