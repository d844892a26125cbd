import { join } from 'node:path';
import { DomainClock } from '../../clock.ts';
import type { LocalCloud } from '../../local-cloud.ts';
import { startLocalCloud } from '../../local-cloud.ts';
import { type Listener, listen } from '../../wire/http.ts';

export type RunningCloud = {
  cloud: LocalCloud;
  origin: string;
  failures: string[];
  close(): Promise<void>;
};

/** The local cloud with the browser's view of it on a free port. */
export async function runCloud(
  cdkOut: string,
  dataFolder: string,
  options: { accountConcurrency?: number } = {},
): Promise<RunningCloud> {
  const failures: string[] = [];
  let cloud: LocalCloud | undefined;
  const listener: Listener = await listen((incoming, outgoing) => {
    cloud?.site.serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  listener.server.on('upgrade', (incoming, socket, head) => void cloud?.site.upgrade(incoming, socket, head));
  const tell = (sentence: string) => failures.push(sentence);
  const clock = new DomainClock(join(dataFolder, 'clock'));
  const environment = { CLOCK_FILE: clock.file };
  cloud = await startLocalCloud({
    ...{ cdkOut, dataFolder, clock, environment, tell, ...options },
    siteOrigin: listener.origin,
  });
  const running = cloud;
  return {
    cloud: running,
    origin: listener.origin,
    failures,
    close: async () => {
      await listener.close();
      await running.close();
    },
  };
}

/** Asks again and again until the answer satisfies; the last answer's failure is thrown after `seconds`. */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  satisfies: (answer: T) => boolean,
  seconds = 15,
): Promise<T> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (satisfies(answer)) return answer;
    if (Date.now() > until) throw new Error(`Still not: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
