import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#core/alerts/settings.ts';
import { renderApp, signIn, stubService } from '#tests/web/support/render-app.tsx';
import AlertSettings from '../../../web/src/alerts/alert-settings.tsx';

const answer = (emailState: string) => ({
  settings: defaultSettings,
  email_state: emailState,
  webhook_secret: null,
  webhook_state: 'none',
  push: { public_key: 'k', devices: [] },
});

function open(emailState: string, language: 'en' | 'da' = 'en') {
  const asked = stubService({
    'GET /api/notification-settings': { body: answer(emailState) },
    'PUT /api/notification-settings': { body: answer('ok') },
  });
  signIn();
  renderApp(<AlertSettings />, { path: '/notifications/settings', language });
  return asked;
}

const mailOfDeals = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Amazing deals: E-mail' });

describe('the settings of what a person is told', () => {
  it('show every mail as off while mails are stopped, and one press begins them again', async () => {
    const asked = open('unsubscribed');
    expect(await mailOfDeals()).toMatchObject({ checked: false, disabled: true });
    fireEvent.click(screen.getByRole('button', { name: 'Send me e-mails again' }));
    await waitFor(async () => expect(await mailOfDeals()).toMatchObject({ checked: true, disabled: false }));
    expect(asked.find(({ key }) => key.startsWith('PUT'))?.body).toMatchObject({ resume_mails: true });
    expect(screen.queryByText('You have unsubscribed from our e-mails.')).toBeNull();
  });

  it.each([
    ['en', 'cars you starred that become amazing later', 'What you are not told'],
    ['da', 'gemte biler, der senere bliver det', 'Det får du ikke besked om'],
  ] as const)('name what is told and what is not (%s)', async (language, told, untold) => {
    open('ok', language);
    expect(await screen.findByText((text) => text.includes(told))).toBeTruthy();
    const list = screen.getByRole('heading', { name: untold }).nextElementSibling!;
    expect(list.querySelectorAll('li').length).toBeGreaterThan(2);
  });

  it('offer no such press where mails are part of Premium', async () => {
    open('premium_only');
    expect(await mailOfDeals()).toMatchObject({ checked: false, disabled: true });
    screen.getByText(/Other e-mails are part of Premium\.$/);
    const mailOfPlan = screen.getByRole('checkbox', { name: 'My plan and payments: E-mail' });
    expect(mailOfPlan).toMatchObject({ checked: true, disabled: false });
    expect(screen.queryByRole('button', { name: 'Send me e-mails again' })).toBeNull();
  });

  it('say in Danish why mails are stopped', async () => {
    open('bounced', 'da');
    await screen.findByText('Vores e-mails kom retur fra din postkasse, så vi er holdt op med at sende dem.');
    screen.getByRole('button', { name: 'Send mig e-mails igen' });
  });
});
