import { parseScopes, SCOPES } from '../../shared/contract/merchant/scopes.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { generateApiKey } from '../http/index.ts';
import type { CliCommand } from './command.ts';

export const keyCommand: CliCommand = {
  usage: `tillgate key [--scopes pay+refund+read]

  Makes an API key of 256 random bits and prints it; nothing is stored. With --scopes it prints an entry for
  TILLGATE_API_KEYS: key:scope+scope. Several entries are separated by commas.
  Scopes: ${SCOPES.join(', ')}.`,
  options: { scopes: { type: 'string' } },
  run(values, print) {
    const { scopes } = values;
    const key = generateApiKey();
    if (typeof scopes !== 'string') {
      print(key);
      return Promise.resolve(0);
    }
    if (parseScopes(scopes) === undefined) {
      const rule = `one or more of ${SCOPES.join(', ')}, joined by +`;
      throw new CheckoutError('configuration_invalid', `--scopes: ${rule}.`, {
        fields: [{ path: '--scopes', code: 'not_allowed', rule }],
      });
    }
    print(`${key}:${scopes}`);
    return Promise.resolve(0);
  },
};
