import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Card } from '#core/cars/card.ts';
import { documentOf, indexAlias, indexDefinition } from '#core/catalog/opensearch/documents.ts';
import { makeCard } from '#tests/support/make-car.ts';

const at = '2026-11-20T10:00:00.000Z';
const atMs = Date.parse(at);
const documentOfCard = (fields: Partial<Card>) => documentOf(makeCard({ updatedAt: at, ...fields })).document;

describe('the document of a car', () => {
  it('holds the card as it is, and its words folded as the memory engine folds them', () => {
    const card = makeCard({
      id: '7',
      updatedAt: at,
      title: 'Citroën C3 – Ærø',
      words: 'Træk & øko, træk',
      make: 'Citroën',
      model: 'C3',
      city: 'Aarhus',
      plate: 'AB12345',
    });
    const { id, document } = documentOf(card);
    expect(id).toBe('7');
    expect(document.card).toBe(card);
    expect(document).toMatchObject({
      isListed: true,
      updatedMs: atMs,
      make: 'Citroën',
      makeFolded: 'citroen',
      modelFolded: 'c3',
      town: 'Aarhus',
      openWords: 'citroen c3 aeroe aarhus traek oeko',
      guardedWords: 'ab12345',
    });
  });

  it('keeps a plate out of the words that everybody may search, wherever it stands', () => {
    const { openWords, guardedWords } = documentOfCard({ words: 'reg nr AB 12 345', plate: 'AB12345' });
    expect(openWords).not.toMatch(/ab|12345|345/);
    expect(guardedWords).toContain('ab12345');
  });

  it('cuts words that the engine would part', () => {
    const long = 'a'.repeat(300);
    expect(String(documentOfCard({ words: long }).openWords).split(' ')).toContain('a'.repeat(255));
  });

  it.each<[string, Partial<Card>, { askedUp: number; askedDown: number }]>([
    ['a price', { priceDkk: 90_000, reason: 'rated' }, { askedUp: 90_000, askedDown: 90_000 }],
    ['none', { priceDkk: 0, reason: 'rated' }, { askedUp: Number.MAX_VALUE, askedDown: -1 }],
    ['a monthly rate', { priceDkk: 2_995, reason: 'leasing' }, { askedUp: Number.MAX_VALUE, askedDown: -1 }],
  ])('asks for %s: what is no price of the car comes last in both directions', (_, fields, expected) => {
    expect(documentOfCard(fields)).toMatchObject(expected);
  });

  it('leaves out what is unknown, and sorts it as the memory engine does', () => {
    const document = documentOfCard({ make: null, model: null, city: null, year: null, mileageKm: null });
    expect(document).toMatchObject({ year: 0, mileageKm: Number.MAX_VALUE });
    for (const field of ['make', 'makeFolded', 'model', 'modelFolded', 'town'] as const)
      expect(document[field], field).toBeUndefined();
  });

  it('has no field that the index does not know, which refuses such', () => {
    const { properties, dynamic } = indexDefinition(1).mappings;
    expect(dynamic).toBe('strict');
    const unknown = Object.keys(documentOfCard({})).filter((field) => !(field in properties));
    expect(unknown).toEqual([]);
    expect(Object.keys(properties).filter((field) => !(field in documentOfCard({})))).toEqual([]);
  });
});

describe('the version of a change', () => {
  const version = (updatedAt: string, fields: Partial<Card> = {}) =>
    documentOf(makeCard({ updatedAt, ...fields })).version;
  const removal = (updatedAt: string) => documentOf({ id: '1', updatedAt, isListed: false });

  it('grows with its instant', () => {
    expect(version('2026-11-20T10:00:00.001Z')).toBeGreaterThan(version(at));
    expect(removal(at).version).toBeGreaterThan(version('2026-11-20T09:59:59.999Z'));
    expect(version('2026-11-20T10:00:00.001Z')).toBeGreaterThan(removal(at).version);
  });

  it('is higher for a removal of the same instant: nothing brings back what left', () => {
    expect(removal(at).version).toBeGreaterThan(version(at));
  });

  it.each<[string, Partial<Card>]>([
    ['sold', { availability: 'sold' }],
    ['gone', { availability: 'gone' }],
    ['somebody’s own', { ownerId: 'owner' }],
  ])('is a removal when the car is %s, of which nothing is kept', (_, fields) => {
    const { document, version: of } = documentOf(makeCard({ id: '1', updatedAt: at, ...fields }));
    expect(document).toEqual({ id: '1', updatedMs: atMs, isListed: false });
    expect(of).toBe(removal(at).version);
  });
});

describe('the index', () => {
  // Functions of two versions run side by side during a rollout: whoever changes the card or the index gives it another name.
  it('has another name for another format', () => {
    const described = JSON.stringify([indexDefinition(1), Object.keys(documentOfCard({}))]);
    expect([indexAlias, createHash('sha256').update(described).digest('hex').slice(0, 16)]).toEqual([
      'cars-7-1',
      'b7eb970db3f9bcc3',
    ]);
  });
});
