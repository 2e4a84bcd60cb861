// Fits a linear-chain CRF for `tagger.py`: stochastic gradients with steps of their own (AdaGrad), L1 and L2, dropout.
//
// A sequence is a run of tokens, a token a list of attributes. The weight of an attribute for a tag is a pair; only those
// pairs have a weight that the tokens show often enough. In each round a share of the attributes of each token is left out,
// so that the place of a name is learnt beside its letters: names that nobody has seen have no letters to go by.
// The result is the mean of the last rounds. The same data and seed give the same weights.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TAGS = 64, AVERAGED = 3 };

typedef struct {
  int sequences, tags;
  const int64_t *starts;       // of each sequence in the tokens, and the end
  const int64_t *offsets;      // of each token in the attributes, and the end
  const int32_t *attributes;
  const uint8_t *gold;         // the tag of each token
  const float *worth;          // of each sequence
  const int64_t *pairs;        // of each attribute in the pairs, and the end
  const uint8_t *pair_tags;
  int64_t pair_count;
} Data;

typedef struct {
  float rate, l1, l2, dropout;
  uint64_t random;
  int32_t steps;
  int32_t *last;               // the step in which a pair was shrunk
  float *squares, *step_squares;
  float *kept;                 // for each attribute of a sequence 0, or what it counts
  float *states, *ahead, *behind, *scale, *steps_taken;
} Work;

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// Shrinks the weights of a sequence's attributes by the penalties of all steps since they were last used.
static void shrink(const Data *d, Work *k, float *weights, int64_t from, int64_t to) {
  for (int64_t a = from; a < to; a++) {
    for (int64_t i = d->pairs[d->attributes[a]]; i < d->pairs[d->attributes[a] + 1]; i++) {
      int32_t steps = k->steps - k->last[i];
      k->last[i] = k->steps;
      if (steps <= 0 || weights[i] == 0) continue;
      float step = k->rate / sqrtf(k->squares[i]) * (float)steps / (float)d->sequences;
      float part = k->l1 * step, weight = weights[i];
      weight = weight > part ? weight - part : weight < -part ? weight + part : 0;
      weights[i] = weight / (1 + 2 * k->l2 * step);
    }
  }
}

static void score(const Data *d, Work *k, const float *weights, int64_t start, int64_t length) {
  const int n = d->tags;
  int64_t first = d->offsets[start];
  for (int64_t t = 0; t < length; t++) {
    float *state = k->states + t * n;
    memset(state, 0, sizeof(float) * (size_t)n);
    for (int64_t a = d->offsets[start + t]; a < d->offsets[start + t + 1]; a++) {
      if (k->kept[a - first] == 0) continue;
      for (int64_t i = d->pairs[d->attributes[a]]; i < d->pairs[d->attributes[a] + 1]; i++)
        state[d->pair_tags[i]] += k->kept[a - first] * weights[i];
    }
    float most = state[0];
    for (int j = 1; j < n; j++) most = fmaxf(most, state[j]);
    for (int j = 0; j < n; j++) state[j] = expf(state[j] - most);
  }
}

// Forward and backward, each place scaled to 1; sums up how often each step between two tags is expected.
static void pass(const Data *d, Work *k, const float *steps, int64_t length) {
  const int n = d->tags;
  for (int64_t t = 0; t < length; t++) {
    float *now = k->ahead + t * n, sum = 0;
    for (int j = 0; j < n; j++) now[j] = t ? 0 : 1;
    for (int i = 0; t && i < n; i++)
      for (int j = 0; j < n; j++) now[j] += now[i - n] * steps[i * n + j];
    for (int j = 0; j < n; j++) sum += now[j] *= k->states[t * n + j];
    k->scale[t] = 1 / fmaxf(sum, 1e-30f);
    for (int j = 0; j < n; j++) now[j] *= k->scale[t];
  }
  memset(k->steps_taken, 0, sizeof(float) * (size_t)(n * n));
  for (int j = 0; j < n; j++) k->behind[(length - 1) * n + j] = 1;
  for (int64_t t = length - 2; t >= 0; t--) {
    float coming[MOST_TAGS];
    for (int j = 0; j < n; j++) coming[j] = k->behind[(t + 1) * n + j] * k->states[(t + 1) * n + j] * k->scale[t + 1];
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int j = 0; j < n; j++) {
        float both = steps[i * n + j] * coming[j];
        sum += both;
        k->steps_taken[i * n + j] += k->ahead[t * n + i] * both;
      }
      k->behind[t * n + i] = sum;
    }
  }
}

static void ascend(float *weight, float *squares, float gradient, float rate) {
  *squares += gradient * gradient;
  *weight += rate * gradient / sqrtf(*squares);
}

static void learn(const Data *d, Work *k, float *weights, float *transitions, int sequence) {
  const int n = d->tags;
  int64_t start = d->starts[sequence], length = d->starts[sequence + 1] - start;
  if (length < 1) return;
  int64_t first = d->offsets[start], end = d->offsets[start + length];
  k->steps++;
  for (int64_t a = first; a < end; a++)
    k->kept[a - first] = (double)(next(&k->random) >> 32) < k->dropout * 4294967296.0 ? 0 : 1 / (1 - k->dropout);
  shrink(d, k, weights, first, end);
  float steps[MOST_TAGS * MOST_TAGS];
  for (int i = 0; i < n * n; i++) steps[i] = expf(transitions[i]);
  score(d, k, weights, start, length);
  pass(d, k, steps, length);
  float worth = d->worth[sequence];
  for (int64_t t = 0; t < length; t++) {
    float off[MOST_TAGS], sum = 0;
    for (int j = 0; j < n; j++) sum += off[j] = k->ahead[t * n + j] * k->behind[t * n + j];
    for (int j = 0; j < n; j++) off[j] *= -worth / fmaxf(sum, 1e-30f);
    off[d->gold[start + t]] += worth;
    for (int64_t a = d->offsets[start + t]; a < d->offsets[start + t + 1]; a++) {
      if (k->kept[a - first] == 0) continue;
      for (int64_t i = d->pairs[d->attributes[a]]; i < d->pairs[d->attributes[a] + 1]; i++) {
        float gradient = off[d->pair_tags[i]] * k->kept[a - first];
        if (fabsf(gradient) > 1e-5f) ascend(&weights[i], &k->squares[i], gradient, k->rate);
      }
    }
    if (t) k->steps_taken[d->gold[start + t - 1] * n + d->gold[start + t]] -= 1;
  }
  for (int i = 0; i < n * n; i++) ascend(&transitions[i], &k->step_squares[i], -k->steps_taken[i] * worth, k->rate);
}

static void *room(int64_t count, size_t size) {
  void *memory = calloc((size_t)(count > 0 ? count : 1), size);
  if (!memory) abort();
  return memory;
}

// Fits `weights` (one for each pair) and `transitions` (tags x tags), which begin as zeros.
void crf_fit(int sequences, int tags, const int64_t *starts, const int64_t *offsets, const int32_t *attributes,
             const uint8_t *gold, const float *worth, const int64_t *pairs, const uint8_t *pair_tags, int64_t pair_count,
             float *weights, float *transitions, int rounds, float rate, float l1, float l2, float dropout, uint64_t seed) {
  Data d = {sequences, tags, starts, offsets, attributes, gold, worth, pairs, pair_tags, pair_count};
  int64_t longest = 1, most = 1;
  for (int s = 0; s < sequences; s++) {
    int64_t length = starts[s + 1] - starts[s], count = offsets[starts[s + 1]] - offsets[starts[s]];
    if (length > longest) longest = length;
    if (count > most) most = count;
  }
  Work k = {.l1 = l1, .l2 = l2, .dropout = dropout, .random = seed * 2654435761u + 88172645463325252u};
  k.last = room(pair_count, sizeof(int32_t));
  k.squares = room(pair_count, sizeof(float));
  k.step_squares = room(tags * tags, sizeof(float));
  k.kept = room(most, sizeof(float));
  k.states = room(longest * tags, sizeof(float));
  k.ahead = room(longest * tags, sizeof(float));
  k.behind = room(longest * tags, sizeof(float));
  k.scale = room(longest, sizeof(float));
  k.steps_taken = room(tags * tags, sizeof(float));
  float *means = room(pair_count, sizeof(float)), *step_means = room(tags * tags, sizeof(float));
  int *order = room(sequences, sizeof(int));
  for (int64_t i = 0; i < pair_count; i++) k.squares[i] = .1f;
  for (int i = 0; i < tags * tags; i++) k.step_squares[i] = .1f;
  for (int s = 0; s < sequences; s++) order[s] = s;
  int averaged = rounds < AVERAGED ? rounds : AVERAGED;
  for (int round = 0; round < rounds; round++) {
    k.rate = rate * (1 - .7f * (float)round / (float)rounds);
    for (int s = sequences - 1; s > 0; s--) {
      int other = (int)(next(&k.random) % (uint64_t)(s + 1)), kept = order[s];
      order[s] = order[other];
      order[other] = kept;
    }
    for (int s = 0; s < sequences; s++) learn(&d, &k, weights, transitions, order[s]);
    if (round < rounds - averaged) continue;
    for (int64_t i = 0; i < pair_count; i++) means[i] += weights[i] / (float)averaged;
    for (int i = 0; i < tags * tags; i++) step_means[i] += transitions[i] / (float)averaged;
  }
  memcpy(weights, means, sizeof(float) * (size_t)pair_count);
  memcpy(transitions, step_means, sizeof(float) * (size_t)(tags * tags));
  void *blocks[] = {k.last, k.squares, k.step_squares, k.kept, k.states, k.ahead, k.behind, k.scale, k.steps_taken, means, step_means, order};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
}
