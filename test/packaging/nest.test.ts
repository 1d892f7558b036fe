import { afterAll, beforeAll, expect, test } from 'vitest';

import { expected, responsesOf, startApplication } from './applications.ts';
import { Project, run } from './project.ts';

/** The rest of an application, around the files that the guides show. */
const application = {
  'package.json': '{ "private": true, "type": "module" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{
        target: 'es2023',
        module: 'nodenext',
        strict: true,
        types: ['node'],
        outDir: 'dist',
        rootDir: 'src',
      },
      ...{ experimentalDecorators: true, emitDecoratorMetadata: true, skipLibCheck: true },
    },
    include: ['src/**/*.ts'],
  }),
  'src/price-points.controller.ts': `
    import { Controller, Get } from '@nestjs/common';
    import { PublisherClient } from 'publisher-commerce';

    @Controller('price-points')
    export class PricePointsController {
      constructor(private readonly client: PublisherClient) {}

      @Get()
      list() {
        return this.client.pricePoints.list();
      }
    }`,
  'src/main.ts': `
    import 'reflect-metadata';
    import { Module } from '@nestjs/common';
    import { NestFactory } from '@nestjs/core';
    import { CommerceModule } from './commerce.module.js';
    import { GameAuthController } from './game-auth.controller.js';
    import { PricePointsController } from './price-points.controller.js';

    @Module({ imports: [CommerceModule], controllers: [GameAuthController, PricePointsController] })
    class AppModule {}

    const app = await NestFactory.create(AppModule, { rawBody: true });
    await app.listen(0, '127.0.0.1');
    console.log(await app.getUrl());`,
};

let project: Project;

beforeAll(async () => {
  const nest = ['core', 'common', 'platform-express'].map((name) => `@nestjs/${name}@12.5.1`);
  project = await Project.with(
    ...nest,
    'reflect-metadata@0.2.2',
    'rxjs@7.8.2',
    'typescript@6',
    '@types/node@22',
  );
});
afterAll(() => project.remove());

test('the documented provider and controller work in an application of NestJS', async () => {
  for (const [path, text] of Object.entries(application)) await project.write(path, text);
  await project.writeDocumented('src/commerce.module.ts', 'src/game-auth.controller.ts');
  const tsc = ['node_modules/typescript/bin/tsc', '--pretty', 'false'];
  expect(await run(process.execPath, tsc, { cwd: project.folder })).toMatchObject({ code: 0, out: '' });

  const url = await startApplication(project.folder, ['dist/main.js']);

  expect(await responsesOf(url)).toEqual(expected);
});
