import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Environment } from '../../sca.settings.js';
import { passkeyIntegrity, passkeyScript, styleSheet, brandOf } from './asset.loader.js';
import type { Brand } from './asset.loader.js';
import { languageLinks } from '../language/language-switch.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';
import { overviewPath } from './site-address.js';
import type { Language } from '../language/site-language.js';

/** What surrounds every page. */
export interface Frame {
  readonly language: Language;
  readonly environment: Environment;
  readonly bankName: string;
  /** The path and query of the page, for the language switch. */
  readonly address: string;
  /** The texts of the bank; without them those of the language. */
  readonly t?: Texts;
  /** The mark and the colours of the bank; without them those of Nordgate. */
  readonly brand?: Brand;
}

/** A page's title: a text and its parameters. */
export interface Title {
  readonly key: TextKey;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Renders a page from its data. The template engine escapes every value for HTML. */
export type RenderPage<Data extends object> = (frame: Frame, title: Title, data: Data) => string;

const includes = /\binclude\('([^']+)'/g;

/** Renders a template with its data, which the template knows as `it`. */
type RenderTemplate = (data: object) => string;

/**
 * Loads templates of a folder and its subfolders. A template is read and compiled when it is loaded,
 * with every template that it includes. Throws when one of them is missing or broken. Rendering reads
 * no files.
 */
export function templatesIn(folder: string): (url: URL) => RenderTemplate {
  const eta = new Eta({ views: folder, autoEscape: true, cache: true });
  const compile = (path: string): void => {
    if (eta.templatesSync.get(path) !== undefined) return;
    const source = eta.readFile(path);
    eta.templatesSync.define(path, eta.compile(source, { filepath: path }));
    for (const [, name = ''] of source.matchAll(includes)) {
      compile(eta.resolvePath(name, { filepath: path }));
    }
  };
  return (url) => {
    const path = fileURLToPath(url);
    compile(path);
    const template = eta.templatesSync.get(path);
    return (data) => eta.render(template, data, { filepath: path });
  };
}

const templateAt = templatesIn(dirname(import.meta.dirname));
const renderFrame = templateAt(new URL('./frame.eta', import.meta.url));

/** The addresses in every frame. */
const addresses = { overview: overviewPath, styleSheet: styleSheet.path };

/** The brand of a bank without its own. */
const ownBrand = brandOf();

/** The address and the hash of the script, for pages with passkeys. */
const passkey = { passkeyIntegrity, passkeyScript: passkeyScript.path };

/**
 * The page whose inner part is the template at this address. Call it while a module loads, so that a
 * missing or broken template stops the start of the process and not a request. In the template,
 * `it.t` is the text of a key.
 */
export function pageFrom<Data extends object>(url: URL): RenderPage<Data> {
  const renderContent = templateAt(url);
  return (frame, { key, parameters }, data) => {
    const t = frame.t ?? textsOf(frame.language);
    const title = t(key, parameters);
    const { brand = ownBrand, environment } = frame;
    const content = renderContent({ ...data, ...passkey, t, title, environment });
    const languages = languageLinks(frame.address, frame.language);
    return renderFrame({ ...frame, ...addresses, brand, languages, t, title, content });
  };
}
