import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  askLocal,
  requireRightClock,
  requireVisitor,
  roleEnvironment,
  visitorVariables,
  withRole,
} from '#lib/operations/visitor/visits.ts';
import { undecided } from '#lib/stage.ts';

const role = 'arn:aws:iam::123456789012:role/Visitor';
const settings = { ...undecided.settings, VISITS_BY: 'both' as const };

describe('the command of the visitor', () => {
  it('the visitor command says that the stage has no visitor, and how to switch it on', () => {
    expect(() => requireVisitor('prod', undecided)).toThrow(
      /switched off: stages\/prod\.json has VISITS_BY "lambda".+"both" or "visitor", deploy/,
    );
    expect(() => requireVisitor('prod', { settings })).not.toThrow();
  });

  it('the visitor command refuses a clock that is an hour off and says in which direction', () => {
    const now = Date.parse('2026-11-24T12:00:00Z');
    expect(() => requireRightClock('Tue, 24 Nov 2026 11:00:00 GMT', now)).toThrow(
      /clock is off: .+3600 seconds ahead of AWS/,
    );
    expect(() => requireRightClock('Tue, 24 Nov 2026 13:00:00 GMT', now)).toThrow(/behind AWS/);
    expect(() => requireRightClock('Tue, 24 Nov 2026 12:00:02 GMT', now)).not.toThrow();
    expect(() => requireRightClock('Tue, 24 Nov 2026 12:00:05 GMT', now)).toThrow(/5 seconds behind/);
    expect(() => requireRightClock(null, now)).not.toThrow();
  });

  it("the visitor command assumes the role with the operator's profile or keys", () => {
    expect(withRole('[profile office]\nregion = x\n', role, { AWS_PROFILE: 'office' })).toBe(
      `[profile office]\nregion = x\n[profile bilfund-visitor]\nrole_arn = ${role}\nrole_session_name = visitor\nsource_profile = office\n`,
    );
    expect(withRole('', role, { AWS_ACCESS_KEY_ID: 'AKIA' })).toContain('credential_source = Environment');
    expect(withRole('', role, {})).toContain('source_profile = default');
  });

  it('the visitor command writes its configuration for the user only and deletes it at the end', () => {
    const { variables, remove } = roleEnvironment(role, { AWS_CONFIG_FILE: '/nowhere/config' });
    expect(readFileSync(variables.AWS_CONFIG_FILE, 'utf8')).toContain(role);
    expect(statSync(variables.AWS_CONFIG_FILE).mode & 0o077).toBe(0);
    remove();
    expect(existsSync(variables.AWS_CONFIG_FILE)).toBe(false);
  });

  it("the visitor command passes the function's settings and the stage’s politeness to the scraper", () => {
    const outputs = {
      VisitorRole: role,
      Address: 'https://bilfund.example',
      Table: 't',
      DataBucket: 'd',
      VisitsQueue: 'v',
      HourlyVisitsQueue: 'hv',
      ScrapeQueue: 's',
    };
    const all = visitorVariables('prod', settings, { ...outputs, IdentifyQueue: 'i', RateQueue: 'r' });
    expect(all).toMatchObject({
      TABLE_NAME: 't',
      VISITS_QUEUE_URL: 'v',
      HOURLY_VISITS_QUEUE_URL: 'hv',
      SCRAPE_PAUSE_SECONDS: '3',
    });
    // The visitor itself hands nothing on.
    expect(all).not.toHaveProperty('VISITS_BY');
  });

  it('the visitor command for a local Bilfund reports if none answers and accepts no other address', async () => {
    await expect(askLocal('http://127.0.0.1:1')).rejects.toThrow(/no Bilfund answers. Start it first/);
    await expect(askLocal('https://bilfund.example')).rejects.toThrow(/no address of this machine/);
    await expect(askLocal('')).rejects.toThrow(/--local http:/);
  });
});
