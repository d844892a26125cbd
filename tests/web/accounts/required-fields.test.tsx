import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import Register from '../../../web/src/accounts/register.tsx';
import SignIn from '../../../web/src/accounts/sign-in.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('the account forms', () => {
  // docs/spec.md, sections 2 and 5.
  it('the log-in form requires e-mail and password and links to sign-up and home', () => {
    renderApp(<SignIn />, { path: '/login' });
    expect(field('E-mail').required).toBe(true);
    expect(field('Password').required).toBe(true);
    expect(field('Password').type).toBe('password');
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining(['/register', '/']));
  });

  // docs/spec.md, sections 2 and 5.
  it('the sign-up form requires an e-mail address and the password twice', () => {
    renderApp(<Register />, { path: '/register' });
    expect(field('E-mail').type).toBe('email');
    for (const label of ['E-mail', 'Password', 'Confirm password']) expect(field(label).required).toBe(true);
  });
});
