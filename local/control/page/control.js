/** The page shows strangers' text (titles, addresses, logs): everything is inserted as text, nothing as markup. */
const $ = (id) => document.getElementById(id);

function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

async function ask(path, body) {
  const response = await fetch(`/_local/${path}`, body && { method: 'POST', body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

const time = (iso) => new Date(iso).toLocaleTimeString('en-GB');
const json = (value) => element('pre', '', JSON.stringify(value, null, 2));
const none = (sentence) => element('p', 'empty', sentence);

function details(title, value) {
  return element('details', '', element('summary', '', title), json(value));
}

/** Replaces a list only when its data changed, so that opened details stay open. */
const shown = new Map();
function show(id, values, draw, sentence) {
  const text = JSON.stringify(values);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  $(id).replaceChildren(...(values.length > 0 ? values.map(draw) : [none(sentence)]));
}

/** A mail with its code and link; its subject opens it in a tab of its own. */
function mailEntry(mail) {
  const subject = element(mail.html ? 'a' : 'span', '', mail.subject);
  subject.href = `/_local/mail/${mail.id}`;
  subject.target = '_blank';
  const link = element('a', '', mail.link ?? '');
  link.href = mail.link ?? '';
  const text = element('details', '', element('summary', '', 'Its text'), element('pre', '', mail.text));
  const parts = [element('h3', '', subject), element('p', 'meta', `${mail.to} · ${time(mail.at)}`)];
  if (mail.code) parts.push(element('p', 'figure', mail.code));
  if (mail.link) parts.push(element('p', '', link));
  return element('article', '', ...parts, text);
}

async function showMails() {
  show(
    'mails',
    (await ask('mail')).toReversed(),
    mailEntry,
    'No mail yet. Codes come when somebody registers, alerts when an automated search or a price finds something.',
  );
}

const money = (cents) => `€${(cents / 100).toFixed(2)}`;
const day = (seconds) => new Date(seconds * 1000).toLocaleDateString('en-GB', { dateStyle: 'medium' });

function said(sentence) {
  $('shop-answer').textContent = sentence;
}

/** A button that runs an action of the shop and shows its result. */
function action(text, label, path, body, refresh) {
  const button = element('button', '', text);
  button.type = 'button';
  button.ariaLabel = label;
  button.addEventListener('click', () =>
    ask(`stripe/${path}`, body)
      .then(
        (answer) => said(answer.done),
        (error) => said(error.message),
      )
      .then(refresh),
  );
  return button;
}

function entry(title, meta, buttons, object) {
  const row = element('p', 'buttons', ...buttons);
  const parts = [element('h3', '', title), element('p', 'meta', meta)];
  return element(
    'article',
    '',
    ...parts,
    ...(buttons.length > 0 ? [row] : []),
    details('The object', object),
  );
}

const subscriptionEntry = (refresh) => (one) => {
  const { object, email, product, periodEnd } = one;
  const ends = object.cancel_at_period_end ? 'ends' : 'renews';
  const isOver = ['canceled', 'incomplete_expired'].includes(object.status);
  const meta = isOver
    ? `${email} · ${object.status}`
    : `${email} · ${object.status} · ${ends} ${day(periodEnd)}`;
  const renew = action(
    'To its period end',
    `Advance to the period end of ${object.id}`,
    'advance',
    { subscription: object.id },
    refresh,
  );
  return entry(product, meta, isOver ? [] : [renew], object);
};

const chargeEntry = (refresh) => (one) => {
  const { object, email } = one;
  const state = object.refunded ? 'refunded' : object.disputed ? 'disputed' : object.status;
  const isOpen = object.paid && !object.refunded && !object.disputed;
  const buttons = isOpen
    ? [
        action('Refund', `Refund ${object.id}`, 'refund', { charge: object.id }, refresh),
        action('Dispute', `Dispute ${object.id}`, 'dispute', { charge: object.id }, refresh),
      ]
    : [];
  return entry(
    `${money(object.amount)} ${object.description ?? ''}`,
    `${email} · ${state} · ${day(object.created)}`,
    buttons,
    object,
  );
};

const disputeEntry = (refresh) => (object) => {
  const isOpen = !['won', 'lost'].includes(object.status);
  const close = (status) =>
    action(
      status === 'won' ? 'We win it' : 'We lose it',
      `Close ${object.id} as ${status}`,
      'close-dispute',
      { dispute: object.id, status },
      refresh,
    );
  return entry(
    `Dispute of ${money(object.amount)}`,
    `${object.reason} · ${object.status}`,
    isOpen ? [close('won'), close('lost')] : [],
    object,
  );
};

const eventEntry = (refresh) => (one) => {
  const { object, deliveries } = one;
  const sent = deliveries.map(
    ({ state, attempts, answer }) => `${state.replace('_', ' ')}, ${attempts}× (${answer ?? 'not tried'})`,
  );
  const isBad = deliveries.some(
    ({ state, attempts }) => state === 'given_up' || (state === 'waiting' && attempts > 0),
  );
  const again = action('Send again', `Send ${object.id} again`, 'resend', { event: object.id }, refresh);
  const made = entry(
    object.type,
    `${time(object.created * 1000)} · ${sent.join(' · ') || 'not for the webhook'}`,
    [again],
    object,
  );
  if (isBad) made.querySelector('.meta').classList.add('bad');
  return made;
};

/** The embedded shop: its sales, with the actions on each. */
async function showShop(refresh) {
  const shop = await ask('stripe');
  $('shop-address').textContent = shop.isOpen
    ? `Stripe stands at ${shop.origin}. Promotion code: ${shop.promotionCode}. Its checkout page lists the test cards.`
    : 'No embedded Stripe: keys of your own are in secrets.json, or the template knows none.';
  show('subscription-list', shop.subscriptions, subscriptionEntry(refresh), 'Nobody subscribes yet.');
  show('charge-list', shop.charges, chargeEntry(refresh), 'Nothing was paid yet.');
  show('dispute-list', shop.disputes, disputeEntry(refresh), 'No disputes.');
  show('stripe-event-list', shop.events, eventEntry(refresh), 'No events yet.');
}

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
