import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browserHistory } from '../../../web/src/router/history.ts';
import { matchPath } from '../../../web/src/router/match-path.ts';
import { memoryHistory } from '../../../web/src/router/memory-history.ts';
import {
  Link,
  Router,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  useWay,
} from '../../../web/src/router/router.tsx';

describe('a route', () => {
  it('matches its own path, whatever its case and a slash at the end', () => {
    expect(matchPath('/login', '/login')).toEqual({});
    expect(matchPath('/login', '/Login/')).toEqual({});
    expect(matchPath('/', '/')).toEqual({});
    expect(matchPath('/login', '/login/more')).toBeNull();
    expect(matchPath('/', '/login')).toBeNull();
  });

  it('gives its variables decoded, and a broken escape as it stands', () => {
    expect(matchPath('/car/:id', '/car/a%2Fb')).toEqual({ id: 'a/b' });
    expect(matchPath('/car/:id', '/car/100%')).toEqual({ id: '100%' });
    expect(matchPath('/car/:id', '/car/Ab')).toEqual({ id: 'Ab' });
    expect(matchPath('/car/:id', '/car/')).toBeNull();
  });
});

function Probe() {
  const { pathname, search, state } = useLocation();
  const [, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { id } = useParams();
  return (
    <>
      <output>{[pathname + search, useWay(), id ?? '', JSON.stringify(state)].join(' | ')}</output>
      <Link to="/car/7" state={{ isReturn: true }}>
        car
      </Link>
      <Link to="/terms" target="_blank">
        terms
      </Link>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <button type="button" onClick={() => setSearch(new URLSearchParams({ q: 'golf' }), { replace: true })}>
        search
      </button>
    </>
  );
}

const routes = [
  { path: '/car/:id', screen: <Probe /> },
  { path: '*', screen: <Probe /> },
];
const shown = () => document.querySelector('output')?.textContent;

function open(history = memoryHistory('/start')) {
  document.body.replaceChildren();
  render(
    <Router history={history}>
      <Routes routes={routes} />
    </Router>,
  );
}

describe('the router', () => {
  it('follows a link with its state, and the way back', () => {
    open();
    expect(shown()).toBe('/start | POP |  | null');
    fireEvent.click(screen.getByText('car'));
    expect(shown()).toBe('/car/7 | PUSH | 7 | {"isReturn":true}');
    fireEvent.click(screen.getByText('back'));
    expect(shown()).toBe('/start | POP |  | null');
  });

  it('puts another query in the place of the one before', () => {
    open();
    fireEvent.click(screen.getByText('search'));
    expect(shown()).toBe('/start?q=golf | REPLACE |  | null');
    fireEvent.click(screen.getByText('back'));
    expect(shown()).toBe('/start?q=golf | POP |  | null');
  });

  it('leaves to the browser what opens elsewhere: modifier keys, the middle button, a target', () => {
    open();
    const isLeft = (text: string, init: MouseEventInit = {}) => {
      let left = false;
      // The test's window must not really go there.
      const note = (event: Event) => {
        left = !event.defaultPrevented;
        event.preventDefault();
      };
      window.addEventListener('click', note, { once: true });
      fireEvent.click(screen.getByText(text), init);
      return left;
    };
    expect(isLeft('car', { ctrlKey: true })).toBe(true);
    expect(isLeft('car', { metaKey: true })).toBe(true);
    expect(isLeft('car', { button: 1 })).toBe(true);
    expect(isLeft('terms')).toBe(true);
    expect(shown()).toBe('/start | POP |  | null');
    expect(isLeft('car')).toBe(false);
  });

  it('writes no second entry for a link to where one is', () => {
    const history = memoryHistory('/car/7');
    const write = vi.spyOn(history, 'write');
    open(history);
    fireEvent.click(screen.getByText('car'));
    expect(write).toHaveBeenCalledWith('/car/7', { isReturn: true }, true);
  });

  it('is the browser’s own history, and hears its buttons', () => {
    window.history.replaceState(null, '', '/first');
    open(browserHistory);
    fireEvent.click(screen.getByText('car'));
    expect(location.pathname).toBe('/car/7');
    expect(shown()).toBe('/car/7 | PUSH | 7 | {"isReturn":true}');
    act(() => {
      window.history.replaceState(null, '', '/first');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(shown()).toBe('/first | POP |  | null');
  });
});
