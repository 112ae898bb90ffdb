// Loaded into every measured process: says, when asked, what the process used so far, or which functions it called.
import { Session } from 'node:inspector/promises';

let session;

const ANSWERS = {
  usage: () => {
    const { user, system } = process.cpuUsage();
    return { cpu: (user + system) / 1_000, memory: process.memoryUsage.rss() };
  },
  /** The companion's functions that were called since the last time; V8 counts from the first time on. */
  calls: async () => {
    if (session === undefined) {
      session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.startPreciseCoverage', { callCount: true });
    }
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(({ url }) => /\/dist\/(server|shared)\//.test(url));
    return own.flatMap(({ url, functions }) =>
      functions.map(({ ranges: [{ startOffset, endOffset, count }] }) => ({
        file: url,
        start: startOffset,
        end: endOffset,
        count,
      })),
    );
  },
};

process.on('message', async (word) => {
  if (Object.hasOwn(ANSWERS, word)) process.send(await ANSWERS[word]());
});
// Listening must not keep a process alive that has nothing else to do.
process.channel?.unref();
