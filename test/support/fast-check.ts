import { configureGlobal } from 'fast-check';

// The same runs each time; and lists and strings are as long as their `maxLength` says, which fast-check alone ends at ten.
configureGlobal({ seed: 11, defaultSizeToMaxWhenMaxSpecified: true });

export * from 'fast-check';
