/* The machine under the listing in C: BASIC's numbers, strings and errors, the screen, the keyboard, and the pipe on
   which the program reports what it does. modern/proof/c_witness.py writes listing.c; modern/proof/c_side.py compiles
   this file, which includes it, and reads the reports.

   Commands arrive on standard input, reports leave on standard output. Both are bytes of this machine:
     M                   run the program from its first line      G label             run a subroutine
     N number, value     assign a variable                        A array, values     assign all elements of an array
     P length, text      what was printed                         S length, text, length, dots    the screen
     K value             a key was asked for; the score S1        R label, state      a subroutine has returned
     E how, code, line, state    the command has ended */

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "this compiler keeps a float wider than binary32"
#endif

#define TEXT_SIZE 256
#define STACK_SIZE 10000
#define ROWS 25
#define MOST_COLUMNS 80
#define MOST_DOTS 640
#define HEIGHT 200

/* Errors of BASIC. */
enum { RETURN_WITHOUT_GOSUB = 3, OUT_OF_DATA = 4, ILLEGAL_CALL = 5, TOO_LARGE = 6, SUBSCRIPT = 9, DUPLICATE = 10,
       DIVISION_BY_ZERO = 11, OUT_OF_STACK = 28 };
/* How a command ends. */
enum { DONE, STOPPED, FAILED };

/* A string. */
typedef struct { char at[TEXT_SIZE]; } Text;
/* An array: its elements, the last subscript fastest. */
typedef struct { float *at; int count; } Array;
/* A GOSUB that has not returned: the number of the place behind it, and the label that it called. */
typedef struct { int place, label; } Frame;

static int line;            /* the listing's line that runs */
static int lines_left = -1; /* how many lines are typed before the program is stopped; -1 if there is no end */
static Frame stack[STACK_SIZE];
static int depth;
static long returns, scored; /* how many watched returns there were, and at the last score */

static void stop(void);
static void fail(int code);
static void returned(int label);
static Text text(const char *from);
static Text mid(Text from, double start, double length);
static int same(Text one, Text other);
static float single(double number);
static double whole(double number);
static double divided(double one, double other);
static double power(double base, double exponent);
static int place(double subscript, int bound);
static void print_text(Text shown);
static void print_number(double number);
static void set_screen(double mode);
static void clear(void);
static void locate(double row, double column);
static void draw(double x1, double y1, double x2, double y2, double color);
static Text inkey(void);
static Text key(void);
static Text input(const char *prompt);

/* A comparison is -1 or 0, as a number. */
#define TRUTH(comparison) ((comparison) ? -1.0 : 0.0)

static void gosub(int place, int label) {
    if (depth == STACK_SIZE) fail(OUT_OF_STACK);
    stack[depth++] = (Frame){place, label};
}

/* Returns the place to which RETURN goes. */
static int leave(void) {
    if (depth == 0) fail(RETURN_WITHOUT_GOSUB);
    Frame left = stack[--depth];
    returned(left.label);
    return left.place;
}

/* Has NUMBERS, ARRAYS, TEXTS and VALUES (how many there are), number_at, array_at, text_at, watched, SCORE and run. */
#include "listing.c"

/* ---- Numbers ---- */

/* Rounds to binary32, ties to even, as an assignment does. */
static float single(double number) {
    float rounded = (float)number;
    if (!isfinite(rounded)) fail(TOO_LARGE);
    return rounded;
}

/* Rounds to a whole number, ties to even. AND and OR work on the bits of whole numbers of 32 bits. */
static double whole(double number) {
    double rounded = rint(number);
    if (!(rounded >= -2147483648.0 && rounded <= 2147483647.0)) fail(TOO_LARGE);
    return rounded;
}

static double divided(double one, double other) {
    if (other == 0) fail(DIVISION_BY_ZERO);
    return one / other;
}

static double power(double base, double exponent) {
    double result = pow(base, exponent);
    if (isnan(result)) fail(ILLEGAL_CALL);
    return result;
}

static int place(double subscript, int bound) {
    double rounded = rint(subscript);
    if (!(rounded >= 0 && rounded <= bound)) fail(SUBSCRIPT);
    return (int)rounded;
}

/* Writes a SINGLE as PRINT does. It has up to seven digits, no zero before the point and none at the end. It gets an
   exponent if it would need more than seven digits without one. */
static void print_number(double number) {
    float rounded = single(number);
    char digits[24], *mark;
    snprintf(digits, sizeof digits, "%.6e", fabs((double)rounded)); /* d.dddddde+xx */
    mark = strchr(digits, 'e');
    int exponent = atoi(mark + 1);
    *mark = 0;
    memmove(digits + 1, digits + 2, strlen(digits + 2) + 1); /* without the point */
    int count = (int)strlen(digits);
    while (count > 1 && digits[count - 1] == '0') digits[--count] = 0;

    Text shown = text(rounded < 0 ? "-" : " ");
    char *at = shown.at + 1;
    if (exponent >= 0 && exponent <= 6) {
        for (int digit = 0; digit <= exponent || digit < count; digit++) {
            if (digit == exponent + 1) *at++ = '.';
            *at++ = digit < count ? digits[digit] : '0';
        }
    } else if (exponent < 0 && count - exponent - 1 <= 7) {
        *at++ = '.';
        for (int zero = -1; zero > exponent; zero--) *at++ = '0';
        for (int digit = 0; digit < count; digit++) *at++ = digits[digit];
    } else {
        *at++ = digits[0];
        if (count > 1) at += sprintf(at, ".%s", digits + 1);
        at += sprintf(at, "E%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    }
    strcpy(at, " ");
    print_text(shown);
}

/* ---- Strings ---- */

static Text text(const char *from) {
    Text made = {{0}};
    strncpy(made.at, from, TEXT_SIZE - 1);
    return made;
}

static Text mid(Text from, double start, double length) {
    int first = (int)whole(start), count = (int)whole(length), size = (int)strlen(from.at);
    Text part = {{0}};
    if (first < 1 || count < 0) fail(ILLEGAL_CALL);
    for (int index = 0; index < count && first - 1 + index < size; index++) part.at[index] = from.at[first - 1 + index];
    return part;
}

static int same(Text one, Text other) { return strcmp(one.at, other.at) == 0; }

/* ---- Reports ---- */

static void put(const void *from, size_t size) {
    if (fwrite(from, 1, size, stdout) != size) exit(1);
}

static void put_int(int number) {
    int32_t wide = number;
    put(&wide, sizeof wide);
}

static void put_text(const char *from) {
    put_int((int)strlen(from));
    put(from, strlen(from));
}

static void note(const char *shown) {
    put("P", 1);
    put_text(shown);
}

/* All numbers as binary64, then all strings. */
static void put_state(void) {
    static double values[VALUES + 1];
    int count = 0;
    for (int number = 0; number < NUMBERS; number++) values[count++] = *number_at[number];
    for (int array = 0; array < ARRAYS; array++)
        for (int element = 0; element < array_at[array].count; element++) values[count++] = array_at[array].at[element];
    put(values, count * sizeof *values);
    for (int string = 0; string < TEXTS; string++) put_text(text_at[string]->at);
}

static void returned(int label) {
    if (!watched[label]) return;
    returns++;
    put("R", 1);
    put_int(label);
    put_state();
}

static void end(int how, int code) {
    put("E", 1);
    put_int(how);
    put_int(code);
    put_int(line);
    put_state();
    fflush(stdout);
    if (how != DONE) exit(0);
}

static void stop(void) { end(STOPPED, 0); }

static void fail(int code) { end(FAILED, code); }

/* ---- The screen ---- */

static char cells[ROWS][MOST_COLUMNS];
static unsigned char dots[HEIGHT * MOST_DOTS];
static int columns = 80, width = 640, row, column; /* row and column of the cursor, from 0 */

static void clear_cells(void) {
    memset(cells, ' ', sizeof cells);
    memset(dots, 0, sizeof dots);
    row = column = 0;
}

static void clear(void) {
    clear_cells();
    note("[cleared]");
}

static void set_screen(double mode) {
    int chosen = (int)whole(mode);
    if (chosen < 0 || chosen > 2) fail(ILLEGAL_CALL);
    columns = chosen == 1 ? 40 : 80;
    width = chosen == 1 ? 320 : 640;
    clear_cells();
}

static void locate(double to_row, double to_column) {
    char place[40];
    int r = (int)whole(single(to_row)), c = (int)whole(single(to_column));
    if (r < 1 || r > ROWS || c < 1 || c > columns) fail(ILLEGAL_CALL);
    row = r - 1;
    column = c - 1;
    sprintf(place, "[%d,%d]", r, c);
    note(place);
}

/* The picture moves up with the characters, by the eight dots of a character. The last row does not scroll. */
static void next_row(void) {
    const int last = ROWS - 2;
    column = 0;
    if (++row <= last) return;
    row = last;
    memmove(cells[0], cells[1], last * sizeof cells[0]);
    memset(cells[last], ' ', sizeof cells[0]);
    memmove(dots, dots + 8 * width, 8 * last * width);
    memset(dots + 8 * last * width, 0, 8 * width);
}

static void write_text(const char *shown) {
    for (; *shown; shown++) {
        if (*shown == '\n') {
            next_row();
            continue;
        }
        if (column == columns) next_row();
        cells[row][column++] = *shown;
    }
}

/* Writes what stands between two semicolons. What does not fit into the row begins the next one. */
static void print_text(Text shown) {
    int length = (int)strlen(shown.at);
    if (strcmp(shown.at, "\n") != 0 && column > 0 && column + length > columns) print_text(text("\n"));
    write_text(shown.at);
    note(shown.at);
}

/* A horizontal or vertical line, both ends included. */
static void draw(double x1, double y1, double x2, double y2, double color) {
    int left = (int)whole(fmin(x1, x2)), right = (int)whole(fmax(x1, x2));
    int top = (int)whole(fmin(y1, y2)), bottom = (int)whole(fmax(y1, y2));
    if ((left != right && top != bottom) || left < 0 || right >= width || top < 0 || bottom >= HEIGHT)
        fail(ILLEGAL_CALL);
    for (int y = top; y <= bottom; y++)
        for (int x = left; x <= right; x++) dots[y * width + x] = (unsigned char)whole(color);
}

static void put_screen(void) {
    char shown[ROWS * (MOST_COLUMNS + 1) + 1], *at = shown;
    for (int y = 0; y < ROWS; y++) {
        int used = columns;
        while (used > 0 && cells[y][used - 1] == ' ') used--;
        memcpy(at, cells[y], used);
        at += used;
        *at++ = '\n';
    }
    at[-1] = 0; /* no end after the last row */
    put("S", 1);
    put_text(shown);
    put_int(width * HEIGHT);
    put(dots, width * HEIGHT);
}

/* ---- The keyboard ---- */

/* No key is pressed. The score is reported if a subroutine has returned since the last one: otherwise it is no new one. */
static Text inkey(void) {
    if (scored != returns) {
        double score = SCORE;
        scored = returns;
        put("K", 1);
        put(&score, sizeof score);
    }
    return text("");
}

static Text key(void) {
    put_screen();
    return text(" ");
}

static Text input(const char *prompt) {
    print_text(text(prompt));
    print_text(text("? "));
    put_screen();
    if (lines_left == 0) stop();
    if (lines_left > 0) lines_left--;
    write_text("\n");
    return text("");
}

/* ---- Commands ---- */

static void get(void *to, size_t size) {
    if (fread(to, 1, size, stdin) != size) exit(0);
}

static int get_int(void) {
    int32_t number;
    get(&number, sizeof number);
    return number;
}

static float get_single(void) {
    double number;
    get(&number, sizeof number);
    return single(number);
}

/* The only argument is the number of lines that are typed, or -1. */
int main(int count, char **words) {
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    if (count > 1) lines_left = atoi(words[1]);
    clear_cells();
    for (;;) {
        char command;
        int which;
        get(&command, 1);
        switch (command) {
        case 'M':
            run(FIRST_LINE);
            stop();
        case 'G':
            which = get_int();
            gosub(0, which);
            run(which);
            end(DONE, 0);
            break;
        case 'N':
            which = get_int();
            *number_at[which] = get_single();
            break;
        case 'A':
            which = get_int();
            for (int element = 0; element < array_at[which].count; element++)
                array_at[which].at[element] = get_single();
            break;
        }
    }
}
