import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#tests/web/support/render-app.tsx';
import Register from '../../../web/src/accounts/register.tsx';
import SignIn from '../../../web/src/accounts/sign-in.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('the account forms', () => {
  // docs/spec.md, sections 2 and 5.
  it('want e-mail and password to sign in, and lead to registering and home', () => {
    renderApp(<SignIn />, { path: '/login' });
    expect(field('E-mail').required).toBe(true);
    expect(field('Password').required).toBe(true);
    expect(field('Password').type).toBe('password');
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining(['/register', '/']));
  });

  // docs/spec.md, sections 2 and 5.
  it('want an e-mail address and the password twice to register', () => {
    renderApp(<Register />, { path: '/register' });
    expect(field('E-mail').type).toBe('email');
    for (const label of ['E-mail', 'Password', 'Confirm password']) expect(field(label).required).toBe(true);
  });
});
