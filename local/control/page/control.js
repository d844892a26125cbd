import { showMails } from '/_local/mails.js';
import { $, ask, details, element, show, time } from '/_local/page-parts.js';
import { showShop } from '/_local/shop.js';

function queueRow(queue) {
  const isBad = queue.isDeadLetters && queue.visible + queue.inFlight > 0;
  const name = element('td', isBad ? 'bad' : '', queue.name);
  for (const message of queue.messages) name.append(details(message.body.slice(0, 80), message));
  const back = element('td', '');
  if (isBad) {
    const button = element('button', '', 'Send back');
    button.addEventListener('click', () => ask('queues/redrive', { queue: queue.name }).then(refresh));
    back.append(button);
  }
  const counts = [queue.visible, queue.inFlight, queue.delayed].map((count) =>
    element('td', '', String(count)),
  );
  return element('tr', '', name, ...counts, back);
}

function alarmEntry({ name, text, since, value, threshold }) {
  const figure = value === null ? 'nothing counted' : `${Math.round(value * 100) / 100} of ${threshold}`;
  return element(
    'article',
    '',
    element('h3', '', name),
    element('p', '', text),
    element('p', 'meta', `since ${time(since)} · ${figure}`),
  );
}

function showAlarms(alarms) {
  const sounding = alarms.filter(({ condition }) => condition === 'ALARM');
  const quiet = alarms.filter(({ condition }) => condition !== 'ALARM');
  show('alarm-list', sounding, alarmEntry, 'No alarm sounds.');
  $('quiet-alarms').textContent = `${quiet.length} that are quiet`;
  show('quiet-list', quiet, alarmEntry, 'All of them sound.');
}

const logLine = (entry) =>
  element(
    'li',
    entry.level === 'error' ? 'bad' : '',
    element('span', '', time(entry.at)),
    element('span', '', entry.function),
    element('span', '', entry.message || JSON.stringify(entry)),
  );

async function showClock() {
  const clock = await ask('clock');
  $('now').textContent = new Date(clock.now).toLocaleString('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const hours = Math.round(clock.offsetSeconds / 360) / 10;
  $('offset').textContent = hours ? `${hours} hours ahead of this machine` : 'As on this machine';
}

async function showLogs() {
  const [level, contains] = [$('level').value, $('contains').value.toLowerCase()];
  const fits = (entry) =>
    (!level || entry.level === level || entry.level === 'error') &&
    JSON.stringify(entry).toLowerCase().includes(contains);
  show('log-lines', (await ask('logs')).toReversed().filter(fits).slice(0, 200), logLine, 'Nothing yet.');
}

async function refresh() {
  await Promise.allSettled([
    showClock(),
    showLogs(),
    showShop(refresh),
    showMails(),
    ask('alarms').then(showAlarms),
    ask('queues').then((queues) => show('queue-rows', queues, queueRow, 'There are no queues.')),
    ask('jobs').then((jobs) =>
      show(
        'job-list',
        jobs,
        (job) => details(`${job.pk} ${job.status ?? job.stage ?? ''}`, job),
        'No imports yet.',
      ),
    ),
    ask('searches').then(({ load, links }) => {
      $('search-load').textContent = load
        ? `${load.links} links are searched; an hour has room for ${load.linksPerHour} at the configured politeness, so each runs every ${load.intervalHours} h. ` +
          `Hour of ${time(load.at)}: ${load.started} started, ${load.waiting} waited for the next hour.`
        : 'The first full hour has not struck yet.';
      show(
        'search-list',
        links,
        (link) => details(`${link.followers} × ${link.href} ${link.pausedFor ? 'paused' : ''}`, link),
        'Nobody follows a search.',
      );
    }),
    ask('events').then((events) =>
      show(
        'event-list',
        events.toReversed(),
        (event) => details(`${time(event.time)} ${event['detail-type']}`, event),
        'Nothing yet.',
      ),
    ),
    ask('faults').then((faults) => {
      $('active').textContent = faults.length > 0 ? `On: ${JSON.stringify(faults)}` : 'No faults are on.';
    }),
  ]);
}

for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener('click', async () => {
    $('clock-answer').textContent = 'Moving …';
    const { fired } = await ask('clock', { advanceSeconds: Number(button.dataset.advance) });
    $('clock-answer').textContent = `Done: ${fired} rules fired.`;
    await refresh();
  });
}

$('fault-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  try {
    await ask('faults', JSON.parse($('fault').value));
    await refresh();
  } catch (error) {
    $('active').textContent = error.message;
  }
});
$('no-faults').addEventListener('click', () => ask('faults', { kind: 'none' }).then(refresh));
$('level').addEventListener('change', showLogs);
$('contains').addEventListener('input', showLogs);

await refresh();
setInterval(() => document.hidden || refresh(), 3000);
