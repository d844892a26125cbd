import { type TestCard, testCards } from '../payments/test-cards.ts';
import { html, type Markup } from './html.ts';
import type { Language, Words } from './page-texts.ts';

/** What each test card does, for people who try the shop. */
const behaviors: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    pays: 'pays',
    generic_decline: 'is declined',
    insufficient_funds: 'has insufficient funds',
    expired_card: 'has expired',
    asks: 'asks for a confirmation',
    declines_off_session: 'pays now, is declined at every renewal',
    is_disputed: 'pays, and is disputed at once',
  },
  da: {
    pays: 'betaler',
    generic_decline: 'bliver afvist',
    insufficient_funds: 'har ikke penge nok',
    expired_card: 'er udløbet',
    asks: 'skal godkendes',
    declines_off_session: 'betaler nu, afvises ved hver fornyelse',
    is_disputed: 'betaler, og der gøres straks indsigelse',
  },
};

function behaviorText(card: TestCard, language: Language): string {
  const key = card.behavior === 'declines' ? (card.declineCode ?? '') : card.behavior;
  return behaviors[language][key] ?? key;
}

const grouped = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

function field(label: string, name: string, attributes: Markup, value: string): Markup {
  return html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" ${attributes}></div>`;
}

/** Number, expiry, security code and name, with the test cards to choose from. Numbers never come back filled in. */
export function cardFields(words: Words, name: string): Markup {
  const { say } = words;
  return html`<h2>${say('card')}</h2>
${field(say('number'), 'number', html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required`, '')}
<div class="pair">
${field(say('expiry'), 'expiry', html`autocomplete="cc-exp" placeholder="12 / 34" required`, '')}
${field(say('securityCode'), 'securityCode', html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" required`, '')}
</div>
${field(say('name'), 'name', html`autocomplete="cc-name"`, name)}`;
}

export function testCardList(words: Words): Markup {
  return html`<details class="cards"><summary>${words.say('testCards')}</summary><ul>${testCards.map(
    (card) => html`<li><code>${grouped(card.number)}</code> <span>${behaviorText(card, words.language)}</span>
<button type="button" class="small" data-card="${grouped(card.number)}" aria-label="${words.say('fill')} ${grouped(card.number)}">${words.say('fill')}</button></li>`,
  )}</ul></details>`;
}
