import { spawn } from 'node:child_process';

/** Programs that open an address in the browser of the person, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

/**
 * Opens an address in the browser. False for one that is no web address, and where no browser can be
 * opened. The browser goes on when this process ends.
 */
export function openBrowser(address: string): Promise<boolean> {
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  const [program, ...args] = openers[process.platform] ?? [];
  if (program === undefined || !isWeb || !hasScreen(process.env)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** On Linux a desktop announces itself in the environment. */
const hasScreen = ({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv) =>
  process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY);
