import { SOAK_API_KEY, type SoakSystem } from './soak-system.ts';

/** What the companion's process holds at one moment, from its metrics. */
export interface ResourceSample {
  /** Resident memory, in bytes. */
  memory: number;
  /** Open files and sockets. */
  files: number;
  /** Handles that keep Node.js running: sockets, servers, timers of its own. */
  handles: number;
  /** Without the deliveries to the endpoint that never responds. */
  jobsDue: number;
  /** Events that the endpoint which responds has not accepted. */
  eventsWaiting: number;
  /** Those of the endpoint that never responds. */
  eventsWaitingForDead: number;
}

export async function takeResourceSample({ url }: SoakSystem): Promise<ResourceSample> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${SOAK_API_KEY}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${String(response.status)} ${text}`);
  /** The sum of a metric's series whose labels contain a text. */
  const sum = (name: string, label = ''): number =>
    text
      .split('\n')
      .filter((line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(label))
      .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  return {
    memory: sum('process_resident_memory_bytes'),
    files: sum('process_open_fds'),
    handles: sum('nodejs_active_handles_total'),
    jobsDue: sum('tillgate_jobs_due') - sum('tillgate_jobs_due', 'kind="webhook:dead"'),
    eventsWaiting: sum('tillgate_events_waiting', 'endpoint="default"'),
    eventsWaitingForDead: sum('tillgate_events_waiting', 'endpoint="dead"'),
  };
}
