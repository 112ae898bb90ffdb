import { closeOnSignal, type Command } from './command.ts';

export const demoCommand: Command = {
  usage: `tillgate demo

  Starts the demo shop, the companion and the sandbox gateway in one process. No money moves.`,
  options: {},
  async run(_values, print) {
    // The demo stands on the public doors of this package, so it is loaded like any other program that uses them.
    const entry = new URL('../../demo/start-demo.js', import.meta.url).href;
    const { startDemo } = (await import(entry)) as {
      startDemo: (options: { print: (line: string) => void }) => Promise<{ close(): Promise<void> }>;
    };
    const demo = await startDemo({ print });
    closeOnSignal(() => demo.close());
    return undefined;
  },
};
