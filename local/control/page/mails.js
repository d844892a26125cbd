import { ask, element, show, time } from '/_local/page-parts.js';

/** How the open mail is shown; kept from one mail to the next. */
const look = { part: 'html', width: 'desktop', scheme: '' };
const choices = {
  part: { html: 'As it looks', text: 'Its text' },
  width: { desktop: 'Desktop', phone: 'Phone' },
  scheme: { '': 'As this page', light: 'Light', dark: 'Dark' },
};
const names = { part: 'Part of the mail', width: 'Width', scheme: 'Colours' };

/** The number of the open mail. */
let opened = null;

const addressOf = ({ id }) => `/_local/mail/${id}${look.scheme && `/${look.scheme}`}`;

/** The mail in a frame of its own, because strangers' text and its own styles are in it. */
function frameOf(mail) {
  const frame = element('iframe', look.width);
  frame.title = mail.subject;
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  frame.src = addressOf(mail);
  return frame;
}

function choice(name, redraw) {
  const group = element('div', `choice ${name}`);
  group.setAttribute('role', 'group');
  group.ariaLabel = names[name];
  for (const [value, text] of Object.entries(choices[name])) {
    const button = element('button', '', text);
    button.type = 'button';
    button.ariaPressed = String(look[name] === value);
    button.addEventListener('click', () => {
      look[name] = value;
      redraw();
    });
    group.append(button);
  }
  return group;
}

function viewOf(mail) {
  const view = element('div', 'mail-view');
  const draw = () => {
    const isPage = mail.html && look.part === 'html';
    const bar = element('div', 'bar');
    if (mail.html) bar.append(choice('part', draw));
    if (isPage) {
      const alone = element('a', '', 'In a window of its own');
      alone.href = addressOf(mail);
      alone.target = '_blank';
      bar.append(choice('width', draw), choice('scheme', draw), alone);
    }
    view.replaceChildren(bar, isPage ? frameOf(mail) : element('pre', '', mail.text));
  };
  draw();
  return view;
}

function entryOf(mail) {
  const press = element('button', 'subject', mail.subject);
  press.type = 'button';
  const entry = element(
    'article',
    'mail',
    element('h3', '', press),
    element('p', 'meta', `${mail.to} · ${time(mail.at)}`),
  );
  if (mail.code) entry.append(element('p', 'code', mail.code));
  if (mail.link) {
    const link = element('a', '', mail.link);
    link.href = mail.link;
    entry.append(element('p', 'way', link));
  }
  const toggle = (isOpen) => {
    press.ariaExpanded = String(isOpen);
    entry.querySelector('.mail-view')?.remove();
    if (isOpen) entry.append(viewOf(mail));
  };
  press.addEventListener('click', () => {
    const isOpen = opened !== mail.id;
    for (const other of document.querySelectorAll('.mail .subject[aria-expanded="true"]'))
      if (other !== press) other.click();
    opened = isOpen ? mail.id : null;
    toggle(isOpen);
  });
  toggle(opened === mail.id);
  return entry;
}

/** Sent mails, newest first. One mail is open at a time, and stays open when others arrive. */
export async function showMails() {
  show(
    'mails',
    (await ask('mail')).toReversed(),
    entryOf,
    'No mail yet. Codes come when somebody registers, alerts when an automated search or a price finds something.',
  );
}
