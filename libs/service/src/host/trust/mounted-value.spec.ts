import { MountedValue } from './mounted-value.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second));

/** A source whose content and fault a test sets. */
class ASource {
  content = 'first';
  fault: string | undefined;
  reads = 0;
  /** Called in the middle of a read. */
  meanwhile: () => void = () => undefined;

  stamp(): Promise<string> {
    return Promise.resolve(this.content);
  }

  read(): Promise<string> {
    this.reads += 1;
    const { content } = this;
    this.meanwhile();
    return this.fault === undefined
      ? Promise.resolve(content)
      : Promise.reject(new Error(this.fault));
  }
}

const open = async () => {
  const source = new ASource();
  return { source, kept: await MountedValue.open(source, at(0)) };
};

describe('a mounted value', () => {
  it('is read again only when the source has changed', async () => {
    const { source, kept } = await open();
    expect(await kept.look(at(1))).toEqual({ is: 'same' });
    expect(source.reads).toBe(1);
    source.content = 'second';
    expect(await kept.look(at(2))).toEqual({ is: 'changed' });
    expect([kept.value, kept.lastGoodAt]).toEqual(['second', at(2)]);
  });

  it('keeps the last good value while the source is faulty, and reports each fault once', async () => {
    const { source, kept } = await open();
    Object.assign(source, { content: 'second', fault: 'broken' });
    const faulty = { is: 'faulty', fault: 'broken' };
    expect(await kept.look(at(1))).toEqual({ ...faulty, isNews: true });
    expect(await kept.look(at(2))).toEqual({ ...faulty, isNews: false });
    source.fault = 'worse';
    expect(await kept.look(at(3))).toEqual({ is: 'faulty', fault: 'worse', isNews: true });
    expect([kept.value, kept.lastGoodAt]).toEqual(['first', at(0)]);
  });

  it('reads a faulty source again even when its stamp is the same', async () => {
    const { source, kept } = await open();
    Object.assign(source, { content: 'second', fault: 'away' });
    await kept.look(at(1));
    source.fault = undefined;
    expect(await kept.look(at(2))).toEqual({ is: 'changed' });
    expect(kept.value).toBe('second');
  });

  it('rejects a source that changed during the read', async () => {
    const { source, kept } = await open();
    source.content = 'second';
    source.meanwhile = () => (source.content = 'third');
    expect(await kept.look(at(1))).toMatchObject({ is: 'faulty' });
    expect(kept.value).toBe('first');
    source.meanwhile = () => undefined;
    await kept.look(at(2));
    expect(kept.value).toBe('third');
  });

  it('is read again at the start when the source changed during the read', async () => {
    const source = new ASource();
    source.meanwhile = () => (source.content = 'second');
    expect((await MountedValue.open(source, at(0))).value).toBe('second');
    const restless = new ASource();
    restless.meanwhile = () => (restless.content += '.');
    await expect(MountedValue.open(restless, at(0))).rejects.toThrow('it changed while');
  });

  it('rejects a source that is faulty at the start', async () => {
    const source = Object.assign(new ASource(), { fault: 'broken' });
    await expect(MountedValue.open(source, at(0))).rejects.toThrow('broken');
  });
});
