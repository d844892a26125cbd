import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bulkCarOf } from '#core/cars/bulk-check.ts';
import type { BulkRowWire, CheckedCarWire } from '#core/contract/routes/cars.ts';
import { callRoute } from '#tests/support/call-route.ts';
import { makeCar, makeVehicle } from '#tests/support/make-car.ts';
import { worldOfFile } from '#tests/support/pipeline-world.ts';
import { storeCar, storePlan } from '#tests/support/stored-car.ts';

let single: unknown;
let bulk: unknown;

const valuation = { lowDkk: 90_000, avgDkk: 100_000, highDkk: 110_000, count: 40 };
const plateOf = (n: number) => `AB${String(10_000 + n)}`;
const premium = { type: 'premium_monthly', currentPeriodEnd: '2026-12-21T08:00:00.000Z' } as const;

const world = await worldOfFile('2026-11-21T08:00:00.000Z');
beforeAll(async () => {
  const { checkCarRoute, checkCarsRoute } = await import('#functions/cars/api.ts');
  [single, bulk] = [checkCarRoute, checkCarsRoute];
  await storePlan('premium', premium);
});
beforeEach(() => {
  process.env.REGISTER_KIND = 'demo';
  const vehicles = Array.from({ length: 500 }, (_, n) => {
    const plate = plateOf(n);
    const avgDkk = 60_000 + 211 * n;
    const vehicle = { plate, year: 2010 + (n % 12), valuation: { ...valuation, avgDkk } };
    return [plate, makeVehicle({ ...vehicle, vehicleKey: `9000${n}`, hasDebt: n % 7 === 0 })] as const;
  });
  Object.assign(world.register, { isDown: false, vehicles: new Map(vehicles) });
});

type Part = { total: number; next: number | null; rows: BulkRowWire[]; csv: string };
const sendBytes = (bytes: Uint8Array, query: Record<string, string> = {}, as = 'premium') =>
  callRoute<Part & { code?: string }>(bulk, { as, body: bytes, query });
const send = (text: string, query?: Record<string, string>, as?: string) =>
  sendBytes(Buffer.from(text), query, as);

/** All parts of a file, as a client asks for them. */
async function sendWhole(text: string): Promise<{ rows: BulkRowWire[]; csv: string }> {
  const rows: BulkRowWire[] = [];
  let csv = '';
  for (let from: number | null = 0; from !== null; ) {
    const { status, body }: { status: number; body: Part } = await send(text, { from: String(from) });
    expect(status).toBe(200);
    rows.push(...body.rows);
    csv += body.csv;
    from = body.next;
  }
  return { rows, csv };
}

describe('a file of cars', () => {
  it('of five hundred rows is answered as five hundred single checks, within a minute', async () => {
    const asked = Array.from({ length: 500 }, (_, n) => ({
      plate: plateOf(n),
      price: n % 5 ? 50_000 + 300 * n : null,
      mileage: n % 3 ? 90_000 + n : null,
    }));
    const file = asked.map(({ plate, price, mileage }) => `${plate};${price ?? ''};${mileage ?? ''}`);
    const startedAt = Date.now();
    const { rows, csv } = await sendWhole(['Nummerplade;Pris;km', ...file].join('\r\n'));
    expect(Date.now() - startedAt).toBeLessThan(60_000);
    expect(rows).toHaveLength(500);
    for (const [n, body] of asked.entries()) {
      const alone = await callRoute<CheckedCarWire>(single, { as: 'premium', body });
      expect(rows[n]).toMatchObject({ line: n + 2, plate: body.plate, error: null });
      expect(rows[n]!.car).toEqual(bulkCarOf(alone.body));
    }
    const written = parse(csv, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
    expect(
      written.map((row) => [Number(row.Line), row['Number plate'], Number(row['Market value (kr.)'])]),
    ).toEqual(rows.map(({ line, plate, car }) => [line, plate, car!.market ?? 0]));
  }, 120_000);

  it('says of a listed car how long it has been on the list', async () => {
    const listed = makeCar({ id: 'listed', plate: plateOf(1) });
    await storeCar(listed);
    const { giveNumber } = await import('#functions/cars/store.ts');
    await giveNumber({ kind: 'PLATECAR', value: plateOf(1) }, 'listed');
    const { body } = await send(`plate\n${plateOf(1)}\n${plateOf(2)}`);
    expect(body.rows.map(({ car }) => car?.days_listed)).toEqual([expect.any(Number), null]);
  });

  it('names a wrong row by its line, and loses none of the others', async () => {
    world.register.vehicles.delete(plateOf(3));
    const text = [
      'plate;price;km',
      `${plateOf(1)};90000;100000`,
      '',
      'nonsense;90000;100000',
      `${plateOf(2)};cheap;100000`,
      `${plateOf(3)};90000;100000`,
      `${plateOf(4)};90000;187xxx`,
      `"${plateOf(5)};90000`,
      `${plateOf(6)};90000`,
    ].join('\n');
    const { body } = await send(text, { language: 'da' });
    expect(body.rows.map(({ line, error }) => [line, error])).toEqual([
      [2, null],
      [4, 'plate_invalid'],
      [5, 'price_invalid'],
      [6, 'plate_unknown'],
      [7, 'mileage_invalid'],
      [8, 'plate_invalid'],
      [9, null],
    ]);
    expect(body.csv).toContain('Motorregistret kender ingen bil med den nummerplade.');
  });

  it('tells of a register that does not answer in each row that asked it', async () => {
    world.register.isDown = true;
    const { status, body } = await send(`plate\n${plateOf(100)}\nnonsense`);
    expect(status).toBe(200);
    expect(body.rows.map(({ error }) => error)).toEqual(['register_silent', 'plate_invalid']);
  });

  it.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['Windows-1252, as Danish Excel saves it', (text) => Buffer.from(text, 'latin1')],
    ['UTF-16, as Excel saves Unicode text', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['semicolons', (text) => Buffer.from(text.replaceAll(',', ';'))],
    ['tabs', (text) => Buffer.from(text.replaceAll(',', '\t'))],
    ['line ends of an old Mac', (text) => Buffer.from(text.replaceAll('\n', '\r'))],
  ])('is read in %s', async (_, write) => {
    const { status, body } = await sendBytes(write(`Nummerplade,Kørt,Årgang\n${plateOf(1)},123400,2019\n`));
    expect(status).toBe(200);
    expect(body.rows).toMatchObject([{ plate: plateOf(1), car: { mileage: 123_400 }, error: null }]);
  });

  it.each([
    ['=HYPERLINK("http://evil.example")', "'="],
    ['+1+1', "'+"],
    ['-2', "'-"],
    ['@SUM(A1)', "'@"],
    ['\t=1', "'"],
  ])('does not let %j be computed by the spreadsheet that opens the answer', async (cell) => {
    const { body } = await send(`plate;price\n"${cell.replaceAll('"', '""')}";1\n${plateOf(1)};90000`);
    expect(body.rows.map(({ error }) => error)).toEqual(['plate_invalid', null]);
    const cells = (parse(body.csv, { bom: true, delimiter: ';' }) as string[][]).flat();
    expect(cells.filter((each) => /^\s*[=+@]|^\s*-(?!\d)/.test(each))).toEqual([]);
  });
});

describe('a file that is refused', () => {
  it('of somebody without premium, before anything of it is read', async () => {
    expect(await send('', {}, 'free')).toMatchObject({
      status: 403,
      body: { code: 'forbidden', details: { reason: 'free_plan' } },
    });
  });

  it('of nobody, and of a token that may not write', async () => {
    expect((await callRoute(bulk, { body: Buffer.from('plate\nAB12345') })).status).toBe(401);
    const { createTokenRoute } = await import('#functions/accounts/api.ts');
    const made = await callRoute<{ token: string }>(createTokenRoute, {
      as: 'premium',
      body: { name: 'reads', scopes: ['read'], days: 1 },
    });
    const headers = { authorization: `Bearer ${made.body.token}` };
    expect((await callRoute(bulk, { headers, body: Buffer.from('plate\nAB12345') })).status).toBe(403);
  });

  it.each<[string, Uint8Array, string]>([
    ['that is empty', Buffer.from(''), 'csv_unread'],
    ['of blank lines', Buffer.from('\n \n;;\n'), 'csv_unread'],
    ['of headings alone', Buffer.from('plate;price\n'), 'csv_unread'],
    ['without a column of plates', Buffer.from('car;price\nGolf;1\n'), 'csv_unread'],
    ['with a NUL byte', Buffer.from(`plate\n${plateOf(1)}\0\n`), 'csv_unread'],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'csv_unread'],
    ['that is a workbook', Buffer.from('PK\u0003\u0004\u0014\u0000'), 'csv_unread'],
    ['with one endless cell', Buffer.from(`plate;${'x'.repeat(500_000)}\n`), 'csv_unread'],
    ['of 501 rows', Buffer.from(`plate\n${'AB12345\n'.repeat(501)}`), 'csv_too_long'],
    ['of a million rows', Buffer.from(`plate\n${'AB12345\n'.repeat(700_000)}`), 'csv_too_long'],
  ])('%s', async (_, bytes, code) => {
    expect(await sendBytes(bytes)).toMatchObject({ status: 400, body: { code } });
  });

  it.each(['-1', '1.5', 'x', '501', '99999999'])('that begins at row %s', async (from) => {
    expect((await send('plate\nAB12345', { from })).status).toBe(400);
  });

  it('charges nobody and stores no plate', async () => {
    const { getScrapesUsed, readStoredPage } = await import('#functions/accounts/store.ts');
    expect(await getScrapesUsed('premium', '2026-11')).toBe(0);
    const kinds = (await readStoredPage('premium', null)).items.map(({ kind }) => kind);
    expect(kinds).not.toContain('CHECKED');
  });
});
