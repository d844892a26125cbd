// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lines } from '../../extension/content/lines.ts';
import type { AdRating } from '../../extension/messages.ts';
import { textsOf } from '../../extension/texts.ts';

const origin = 'https://bilfund.example';
const evil = '<img src=x onerror=alert(1)>';

let root: ShadowRoot;
let lines: Lines;

beforeEach(() => {
  document.body.innerHTML = '<a href="/marketplace/item/1/"><img></a>';
  const attach = vi.spyOn(Element.prototype, 'attachShadow');
  lines = new Lines(document, textsOf('en'), () => undefined);
  root = attach.mock.results.at(-1)!.value as ShadowRoot;
});
afterEach(() => lines.remove());

const rating = (fields: Partial<AdRating> = {}): AdRating => ({
  ...{ adId: '1', deal: 'amazing', gapDkk: -12_300, findings: 2, isPreliminary: false, carPath: '/car/c1' },
  ...fields,
});
const drawn = () => [...root.querySelectorAll<HTMLAnchorElement>('a.line')];

describe('the lines on a marketplace’s page', () => {
  it('a line says the rating, links to the car’s page in a new tab, and gives that page no way back', () => {
    lines.show('facebook', [rating()], origin);
    expect(drawn().map(({ textContent, href, target, rel }) => [textContent, href, target, rel])).toEqual([
      [
        'Amazing · 12.300 kr. below market · 2 things to check',
        `${origin}/car/c1`,
        '_blank',
        'noopener noreferrer',
      ],
    ]);
  });

  it('the page’s own scripts cannot reach the lines', () => {
    lines.show('facebook', [rating()], origin);
    expect((root.host as HTMLElement).shadowRoot).toBeNull();
    expect(document.querySelector('.line')).toBeNull();
  });

  it('markup in an ad’s title is read out as text', () => {
    document.querySelector('a')!.append(evil);
    lines.show('facebook', [rating()], origin);
    expect(root.querySelector('img')).toBeNull();
    expect(drawn()[0]!.getAttribute('aria-label')).toContain(evil);
  });

  it('markup in a sentence at the foot stays text', () => {
    lines.say(evil);
    expect(root.querySelector('img')).toBeNull();
    expect(root.querySelector('.note')!.textContent).toContain(evil);
  });

  it.each(['https://evil.example/car/1', '//evil.example/car/1', 'javascript:alert(1)', 'data:text/html,x'])(
    'a car at %s has no line',
    (carPath) => {
      lines.show('facebook', [rating({ carPath })], origin);
      expect(drawn()).toEqual([]);
    },
  );

  it('a rating by the ad alone is said to be one, and gives way to the next answer', () => {
    const isPreliminary = true;
    lines.show('facebook', [rating({ isPreliminary })], origin);
    expect(drawn()[0]!.textContent).toMatch(/^Amazing so far · /);
    lines.show('facebook', [rating({ deal: 'fair' })], origin);
    expect(drawn()[0]!.textContent).toMatch(/^Fair · /);
    lines.drop([]);
    expect(drawn()).toHaveLength(1);
    lines.show('facebook', [rating({ isPreliminary })], origin);
    lines.drop([]);
    expect(drawn()).toEqual([]);
  });

  it('an ad that the page does not link to has no line', () => {
    lines.show('facebook', [rating({ adId: '2' })], origin);
    expect(drawn()).toEqual([]);
  });
});
