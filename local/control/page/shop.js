import { $, ask, details, element, show, time } from '/_local/page-parts.js';

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
export async function showShop(refresh) {
  const shop = await ask('stripe');
  $('shop-address').textContent = shop.isOpen
    ? `Stripe stands at ${shop.origin}. Promotion code: ${shop.promotionCode}. Its checkout page lists the test cards.`
    : 'No embedded Stripe: keys of your own are in secrets.json, or the template knows none.';
  show('subscription-list', shop.subscriptions, subscriptionEntry(refresh), 'Nobody subscribes yet.');
  show('charge-list', shop.charges, chargeEntry(refresh), 'Nothing was paid yet.');
  show('dispute-list', shop.disputes, disputeEntry(refresh), 'No disputes.');
  show('stripe-event-list', shop.events, eventEntry(refresh), 'No events yet.');
}
