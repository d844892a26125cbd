import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Card } from '#core/cars/card.ts';
import { documentOf, indexAlias, indexDefinition, shardsFor } from '#core/catalog/opensearch/documents.ts';
import { makeCard } from '#tests/support/make-car.ts';

const at = '2026-11-20T10:00:00.000Z';
const atMs = Date.parse(at);
const documentOfCard = (fields: Partial<Card>) => documentOf(makeCard({ updatedAt: at, ...fields })).document;

describe('documentOf', () => {
  it('a document contains the card without its description, and its words folded as in the memory engine', () => {
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
    expect(document.card).toEqual({ ...card, words: '' });
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

  it('a plate is kept out of the words that everybody may search, wherever it is written', () => {
    const { openWords, guardedWords } = documentOfCard({ words: 'reg nr AB 12 345', plate: 'AB12345' });
    expect(openWords).not.toMatch(/ab|12345|345/);
    expect(guardedWords).toContain('ab12345');
  });

  it('words that are too long for OpenSearch’s tokenizer are cut', () => {
    const long = 'a'.repeat(300);
    expect(String(documentOfCard({ words: long }).openWords).split(' ')).toContain('a'.repeat(255));
  });

  it.each<[string, Partial<Card>, { askedUp: number; askedDown: number }]>([
    ['a price', { priceDkk: 90_000, reason: 'rated' }, { askedUp: 90_000, askedDown: 90_000 }],
    ['no price', { priceDkk: 0, reason: 'rated' }, { askedUp: Number.MAX_VALUE, askedDown: -1 }],
    ['a monthly rate', { priceDkk: 2_995, reason: 'leasing' }, { askedUp: Number.MAX_VALUE, askedDown: -1 }],
  ])(
    'the price order puts %s in its place; a figure that is not the car’s price comes last both ways',
    (_, fields, expected) => {
      expect(documentOfCard(fields)).toMatchObject(expected);
    },
  );

  it('unknown fields are left out and sorted as in the memory engine', () => {
    const document = documentOfCard({ make: null, model: null, city: null, year: null, mileageKm: null });
    expect(document).toMatchObject({ year: 0, mileageKm: Number.MAX_VALUE });
    for (const field of ['make', 'makeFolded', 'model', 'modelFolded', 'town'] as const)
      expect(document[field], field).toBeUndefined();
  });

  it('a document has exactly the fields of the strict index mapping', () => {
    const { properties, dynamic } = indexDefinition(1).mappings;
    expect(dynamic).toBe('strict');
    const unknown = Object.keys(documentOfCard({})).filter((field) => !(field in properties));
    expect(unknown).toEqual([]);
    expect(Object.keys(properties).filter((field) => !(field in documentOfCard({})))).toEqual([]);
  });
});

describe('the version of a document', () => {
  const version = (updatedAt: string, fields: Partial<Card> = {}) =>
    documentOf(makeCard({ updatedAt, ...fields })).version;
  const removal = (updatedAt: string) => documentOf({ id: '1', updatedAt, isListed: false });

  it('the version of a document grows with its instant', () => {
    expect(version('2026-11-20T10:00:00.001Z')).toBeGreaterThan(version(at));
    expect(removal(at).version).toBeGreaterThan(version('2026-11-20T09:59:59.999Z'));
    expect(version('2026-11-20T10:00:00.001Z')).toBeGreaterThan(removal(at).version);
  });

  it('a removal has a higher version than a change of the same instant', () => {
    expect(removal(at).version).toBeGreaterThan(version(at));
  });

  it.each<[string, Partial<Card>]>([
    ['sold', { availability: 'sold' }],
    ['gone', { availability: 'gone' }],
    ['somebody’s own', { ownerId: 'owner' }],
  ])('a car that is %s is a removal, and none of its fields are stored', (_, fields) => {
    const { document, version: of } = documentOf(makeCard({ id: '1', updatedAt: at, ...fields }));
    expect(document).toEqual({ id: '1', updatedMs: atMs, isListed: false });
    expect(of).toBe(removal(at).version);
  });
});

describe('the index', () => {
  // During a rollout, functions of two versions run side by side: whoever changes the card or the index must rename it.
  it('the index’s name changes with the format', () => {
    const { mappings, settings } = indexDefinition(1);
    const described = JSON.stringify([mappings, settings.analysis, Object.keys(documentOfCard({}))]);
    expect([indexAlias, createHash('sha256').update(described).digest('hex').slice(0, 16)]).toEqual([
      'cars-9-2',
      '38ae056fff2bbf5b',
    ]);
  });

  it('an index has one shard for each million cars, rounded up', () => {
    expect([0, 1, 1_000_000, 1_000_001, 10_000_000].map(shardsFor)).toEqual([1, 1, 1, 2, 10]);
    expect(indexDefinition(3).settings.index.number_of_shards).toBe(3);
  });
});
