import { CheckoutError } from '../../shared/errors.ts';
import { readSetting, parseWholeNumber, type Environment } from '../settings/index.ts';
import { closeOnSignal, type CliCommand } from './command.ts';

/** The interface of the demo's module. */
interface DemoModule {
  startDemo: (options: {
    ports: Record<string, number>;
    settingNames: Record<string, string>;
    print: (line: string) => void;
  }) => Promise<{ close(): Promise<void> }>;
}

/** How the port of each server is set. */
const PORTS = {
  shop: { option: 'port', setting: 'TILLGATE_DEMO_PORT' },
  companion: { option: 'companion-port', setting: 'TILLGATE_DEMO_COMPANION_PORT' },
  gateway: { option: 'gateway-port', setting: 'TILLGATE_DEMO_GATEWAY_PORT' },
} as const;

export const demoCommand: CliCommand = {
  usage: `tillgate demo [--port 4000] [--companion-port 4001] [--gateway-port 4002]

  Starts the demo shop, the companion and the sandbox gateway in one process. No money moves.
  Without these options, or TILLGATE_DEMO_PORT, TILLGATE_DEMO_COMPANION_PORT and TILLGATE_DEMO_GATEWAY_PORT, a port that is
  taken gives way to the next free one. 0 takes any free port.`,
  options: Object.fromEntries(Object.values(PORTS).map(({ option }) => [option, { type: 'string' }])),
  async run(values, print) {
    const chosen = readPortSettings(values, process.env);
    // The demo uses only the public entry points of this package, so it is loaded like any other program.
    const entry = new URL('../../demo/start-demo.js', import.meta.url).href;
    const { startDemo } = (await import(entry)) as DemoModule;
    const demo = await startDemo({ ...chosen, print });
    closeOnSignal(() => demo.close());
    return undefined;
  },
};

/**
 * The given ports, with the option or setting that gives each. An option overrides a setting.
 * @throws CheckoutError `configuration_invalid`
 */
export function readPortSettings(
  values: Readonly<Record<string, unknown>>,
  environment: Environment,
): { ports: Record<string, number>; settingNames: Record<string, string> } {
  const ports: Record<string, number> = {};
  const settingNames: Record<string, string> = {};
  for (const [server, { option, setting }] of Object.entries(PORTS)) {
    const given = values[option];
    const text = typeof given === 'string' ? given : readSetting(environment, setting);
    if (text === undefined) continue;
    const name = typeof given === 'string' ? `--${option}` : setting;
    const port = parseWholeNumber(name, text, LAST_PORT);
    const other = Object.keys(ports).find((key) => port !== 0 && ports[key] === port);
    if (other !== undefined) {
      throw new CheckoutError(
        'configuration_invalid',
        `${name}: ${text} is the port of ${String(settingNames[other])}.`,
      );
    }
    ports[server] = port;
    settingNames[server] = name;
  }
  return { ports, settingNames };
}

const LAST_PORT = 65_535;
