// libFuzzer as a library: SwiftPM gives programs a main of their own.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef int (*libfuzzer_test)(const uint8_t *data, size_t size);

int LLVMFuzzerRunDriver(int *argc, char ***argv, libfuzzer_test test);
