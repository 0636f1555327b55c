/* The package has no types of its own. */
declare module 'subset-font' {
  interface Options {
    keepAllGlyphs: true;
    noHinting: boolean;
    keepFeatures: string[];
  }
  export default function subsetFont(font: Buffer, text: undefined, options: Options): Promise<Buffer>;
}
