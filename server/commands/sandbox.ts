import { CheckoutError } from '../../shared/errors.ts';
import { createProfile } from '../gateway/profile/index.ts';
import { readProfile } from '../settings/index.ts';
import { closeOnSignal, type CliCommand } from './command.ts';

export const sandboxCommand: CliCommand = {
  usage: `tillgate sandbox [--port 4002] [--host 127.0.0.1] [--profile FILE]

  Serves the sandbox gateway alone: test cards, challenges, APMs, notifications, fault scenarios. No money moves.
  --profile names the JSON file of the companion's TILLGATE_PROFILE, so that both use the same protocol.`,
  options: {
    port: { type: 'string', default: '4002' },
    host: { type: 'string', default: '127.0.0.1' },
    profile: { type: 'string' },
  },
  async run(values, print) {
    const port = Number(values['port']);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new CheckoutError('configuration_invalid', '--port: a whole number up to 65535.');
    }
    const profile = readProfile('--profile', values['profile'] as string | undefined);
    createProfile(profile);
    const { serveSandbox, SANDBOX_CREDENTIALS, SANDBOX_SECOND_ACCOUNT } = await import('../sandbox/index.ts');
    const sandbox = await serveSandbox({ port, host: values['host'] as string, control: true, profile });
    closeOnSignal(() => sandbox.close());
    print(`sandbox gateway on ${sandbox.url}`);
    for (const [name, value] of Object.entries(SANDBOX_CREDENTIALS)) print(`  ${name}: ${value}`);
    print('a second account, for TILLGATE_ACCOUNTS');
    for (const [name, value] of Object.entries(SANDBOX_SECOND_ACCOUNT)) print(`  ${name}: ${value}`);
    return undefined;
  },
};
