import type { Environment } from './setting-values.ts';

/** Names that other commands, the demo and the tests read. */
const ELSEWHERE = /^TILLGATE_(URL|API_KEY(_FILE)?|FULL|FIGURES|(DEMO|TEST|FUZZ)_\w+)$/;

/** The variables that Kubernetes sets in every container for a service whose name begins with tillgate. */
const OF_KUBERNETES = /_SERVICE_HOST$|_SERVICE_PORT(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/;
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;

/**
 * An environment that records which settings are read. `findUnknown` returns the `TILLGATE_...` variables that nothing
 * has read, such as a misspelt one.
 */
export function trackReadSettings(given: Environment): { environment: Environment; findUnknown: () => string[] } {
  const read = new Set<string>();
  const environment = new Proxy(given, {
    get(target, name: string) {
      read.add(name);
      return target[name];
    },
  });
  const isRead = (name: string): boolean => read.has(name) || read.has(name.replace(/_FILE$/, ''));
  const isOurs = ([name, value = '']: [string, string | undefined]): boolean =>
    name.startsWith('TILLGATE_') && value !== '' && !ELSEWHERE.test(name) && !isOfKubernetes(name, value);
  const findUnknown = (): string[] =>
    Object.entries(given)
      .filter((entry) => isOurs(entry) && !isRead(entry[0]))
      .map(([name]) => name)
      .sort();
  return { environment, findUnknown };
}

function isOfKubernetes(name: string, value: string): boolean {
  return OF_KUBERNETES.test(name) || (name.endsWith('_PORT') && SERVICE_ADDRESS.test(value));
}
